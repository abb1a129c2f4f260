// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void saxpy(size_t n, float a, const float *x, float y[])
{
    y[0] = a * x[n];
}

// CHECK: {{^(.*/)?}}pointer-without-bound.c:3:59: error: parameter 'x' of kernel 'saxpy' has no bound, so its size is not known; write 'const float x[n]' or 'const float *x offload_count(n)' if 'n' counts its elements, 'const float x[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}pointer-without-bound.c:3:68: error: parameter 'y' of kernel 'saxpy' has no bound, so its size is not known; write 'float y[n]' or 'float *y offload_count(n)' if 'n' counts its elements, 'float y[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
