// Where the CPU runs the kernels, AddressSanitizer sees device memory as the heap that it is.
//
// RUN: %offloadcc -O1 -g -fsanitize=address --offload-arch=none %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void beyond(size_t n, offload_device_ptr int *x)
{
    size_t i = offload_global_id(0);
    if (i <= n)
        x[i] = 1; // CHECK: heap-buffer-overflow
}

int main(void)
{
    int *x = offload_malloc(1000 * sizeof *x);
    offload(beyond, .threads = {1000})(1000, x);
    // CHECK: device-memory-address-sanitizer.c:[[#@LINE-7]]
    offload_free(x);
}
