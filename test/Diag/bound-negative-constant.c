// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static const long count = -3;
offload_kernel void k(int n, float x[n][count + 0 * sizeof(int) > 5 ? 4 : 2], float y[count])
{
    (void)x, (void)y;
}

// CHECK: {{^(.*/)?}}bound-negative-constant.c:4:87: error: bound of parameter 'y' of kernel 'k' is negative (-3); a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
