// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
enum { unrelated };
extern size_t n;
offload_kernel void k(float x[n], size_t n)
{
    x[n] = 0;
}

// CHECK: {{^(.*/)?}}bound-of-a-later-parameter.c:5:31: error: bound of parameter 'x' of kernel 'k' uses 'n', which is neither a parameter nor a constant; a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
