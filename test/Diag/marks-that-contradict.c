// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, offload_out offload_scratch float x[n], offload_device_ptr offload_out float *y)
{
    (void)x, (void)y;
}

// CHECK: {{^(.*/)?}}marks-that-contradict.c:3:64: error: parameter 'x' of kernel 'k' is both offload_out and offload_scratch; choose one
// CHECK: {{^(.*/)?}}marks-that-contradict.c:3:108: error: parameter 'y' of kernel 'k' is a device pointer, which is passed as it is; remove the other mark
// CHECK-NOT: {{(error|note):}}
