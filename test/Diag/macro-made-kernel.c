// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#define KERNEL(name, type) \
    offload_kernel void name(int n, type *x) \
    {                                        \
        x[n] = 0;                            \
    }
KERNEL(kf, float)
    KERNEL(kd, double)

// CHECK: {{^(.*/)?}}macro-made-kernel.c:8:1: error: parameter 'x' of kernel 'kf' has no bound, so its size is not known; write 'float x[n]' with an earlier parameter that counts the elements
// CHECK: {{^(.*/)?}}macro-made-kernel.c:9:5: error: parameter 'x' of kernel 'kd' has no bound, so its size is not known; write 'double x[n]' with an earlier parameter that counts the elements
// CHECK-NOT: {{(error|note):}}
