// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_global int hits;
offload_kernel void k(int n, int x[n])
{
    x[0] = hits;
    hits = 1;
}

// CHECK: {{^(.*/)?}}variable-global-is-for-later.c:3:20: error: kernel 'k' uses device variable 'hits'; device variables are not supported yet
// CHECK-NOT: {{(error|note):}}
