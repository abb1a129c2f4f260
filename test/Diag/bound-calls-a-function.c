// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
int count(int);
offload_kernel void k(int n, float x[count(n)])
{
    (void)x;
}

// CHECK: {{^(.*/)?}}bound-calls-a-function.c:4:38: error: bound of parameter 'x' of kernel 'k' calls 'count'; a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
