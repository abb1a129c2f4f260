// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(float f, int x[(int)(f * 2)], int y[f > 1])
{
    (void)x, (void)y;
}

// CHECK: {{^(.*/)?}}bound-in-floating-point.c:3:43: error: bound of parameter 'x' of kernel 'k' computes with type 'float'; a bound is an integer expression over earlier parameters and constants
// CHECK: {{^(.*/)?}}bound-in-floating-point.c:3:59: error: bound of parameter 'y' of kernel 'k' computes with type 'float'; a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
