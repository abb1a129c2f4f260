// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void saxpy(size_t n, float a, const float *x, float y[])
{
    y[0] = a * x[n];
}

// CHECK: {{^(.*/)?}}pointer-without-bound.c:3:59: error: parameter 'x' of kernel 'saxpy' has no bound, so its size is not known; write 'const float x[n]' with an earlier parameter that counts the elements
// CHECK: {{^(.*/)?}}pointer-without-bound.c:3:68: error: parameter 'y' of kernel 'saxpy' has no bound, so its size is not known; write 'float y[n]' with an earlier parameter that counts the elements
// CHECK-NOT: {{(error|note):}}
