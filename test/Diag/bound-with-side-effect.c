// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, float x[n++], float y[n += 2])
{
    (void)x, (void)y;
}

// CHECK: {{^(.*/)?}}bound-with-side-effect.c:3:38: error: bound of parameter 'x' of kernel 'k' has a side effect; a bound is an integer expression over earlier parameters and constants
// CHECK: {{^(.*/)?}}bound-with-side-effect.c:3:52: error: bound of parameter 'y' of kernel 'k' has a side effect; a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
