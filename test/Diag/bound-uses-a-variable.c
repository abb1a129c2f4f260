// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
int size = 3;
extern const int elsewhere;
offload_kernel void k(float x[size], float y[2 * elsewhere])
{
    (void)x, (void)y;
}

// CHECK: {{^(.*/)?}}bound-uses-a-variable.c:5:31: error: bound of parameter 'x' of kernel 'k' uses 'size', which is neither a parameter nor a constant; a bound is an integer expression over earlier parameters and constants
// CHECK: {{^(.*/)?}}bound-uses-a-variable.c:5:50: error: bound of parameter 'y' of kernel 'k' uses 'elsewhere', which is neither a parameter nor a constant; a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
