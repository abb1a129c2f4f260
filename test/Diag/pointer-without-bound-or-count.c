// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void scale(float *x)
{
    x[offload_global_id(0)] *= 2;
}

// CHECK: {{^(.*/)?}}pointer-without-bound-or-count.c:3:34: error: parameter 'x' of kernel 'scale' has no bound, so its size is not known; write 'float x[n]' or 'float *x offload_count(n)' with a parameter 'size_t n' before it that counts its elements, 'float x[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
