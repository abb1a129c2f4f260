// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void saxpy(size_t n, float a, const float *x, float y[])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = a * x[i];
}

// CHECK: {{^(.*/)?}}pointer-without-bound.c:3:59: error: parameter 'x' of kernel 'saxpy' has no bound, so its size is not known; write 'const float x[n]' or 'const float *x offload_count(n)', as the kernel seems to use elements up to index 'n - 1' (line 7), or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}pointer-without-bound.c:3:68: error: parameter 'y' of kernel 'saxpy' has no bound, so its size is not known; write 'float y[n]' or 'float *y offload_count(n)', as the kernel seems to use elements up to index 'n - 1' (line 7), or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
