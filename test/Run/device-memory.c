// Memory from offload_malloc: kernels use it by parameters marked offload_device_ptr, offload_memcpy
// goes into it, out of it and within it, in whole and in part.
//
// RUN: %offloadcc -O2 -Wall -Wextra -Werror --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s
// RUN: %offloadcc -O1 -g -fsanitize=address,undefined --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void add(int n, offload_device_ptr double *to, offload_device_ptr const double *from)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        to[i] += from[i];
}

int main(void)
{
    double x[100], y[3];
    for (int i = 0; i < 100; i++)
        x[i] = i;
    double *p = offload_malloc(sizeof x), *q = offload_malloc(sizeof x);
    offload_memcpy(p, x, sizeof x);
    offload_memcpy(q, p, 50 * sizeof *p);
    offload_memcpy(q + 50, q, 50 * sizeof *p);
    offload(add, .threads = {100})(100, q, p);
    offload_memcpy(y, q + 49, 3 * sizeof *q);
    printf("%g %g %g\n", y[0], y[1], y[2]);
    offload_memcpy(q, q, 0);
    offload_memcpy(NULL, NULL, 0);
    offload_free(p);
    offload_free(q);
    offload_free(NULL);
    p = offload_malloc(0);
    printf("%d\n", p == NULL);
    offload_free(p);
}
// CHECK: 98 50 52
// CHECK: 1
