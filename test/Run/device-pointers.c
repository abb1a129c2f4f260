// offload_device_ptr parameters are passed as they are.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

void *omp_target_alloc(size_t size, int device);
void omp_target_free(void *pointer, int device);
int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset, size_t from_offset,
                      int to_device, int from_device);
int omp_get_default_device(void), omp_get_initial_device(void);

offload_kernel void twice(size_t n, offload_device_ptr int *p, offload_device_ptr const void *q,
                          int out[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        out[i] = p[i] + ((const int *)q)[i];
}

int main(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device(), x[3] = {1, 2, 3}, y[3];
    int *p = omp_target_alloc(sizeof x, device);
    omp_target_memcpy(p, x, sizeof x, 0, 0, device, host);
    offload(twice, .threads = {3})(3, p, p, y);
    printf("%d %d %d\n", y[0], y[1], y[2]);
    omp_target_free(p, device);
}
// CHECK: 2 4 6
