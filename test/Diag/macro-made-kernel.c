// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#define KERNEL(name, type) \
    offload_kernel void name(int n, type *x) \
    {                                        \
        (void)n, (void)x;                    \
    }
KERNEL(kf, float)
    KERNEL(kd, double)

// CHECK: {{^(.*/)?}}macro-made-kernel.c:8:1: error: parameter 'x' of kernel 'kf' has no bound, so its size is not known; write 'float x[n]' or 'float *x offload_count(n)' if 'n' counts its elements, 'float x[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}macro-made-kernel.c:9:5: error: parameter 'x' of kernel 'kd' has no bound, so its size is not known; write 'double x[n]' or 'double *x offload_count(n)' if 'n' counts its elements, 'double x[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
