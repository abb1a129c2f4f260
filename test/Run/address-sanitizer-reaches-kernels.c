// An out-of-bounds access in a kernel that runs on the CPU is found, at its line in the kernel.
//
// RUN: %offloadcc -O1 -g -fsanitize=address --offload-arch=none %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void beyond(size_t n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i <= n)
        x[i] = 1; // CHECK: heap-buffer-overflow
}

int main(void)
{
    int *x = malloc(1000 * sizeof *x);
    offload(beyond, .threads = {1000})(1000, x);
    // CHECK: address-sanitizer-reaches-kernels.c:[[#@LINE-7]]
    free(x);
}
