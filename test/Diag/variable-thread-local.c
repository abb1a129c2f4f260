// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static _Thread_local int mine;
offload_kernel void k(int n, int x[n])
{
    x[0] = mine;
}

// CHECK: {{^(.*/)?}}variable-thread-local.c:6:12: error: kernel 'k' uses 'mine', which is thread-local, and devices have no thread-local variables; pass its value as a parameter
// CHECK-NOT: {{(error|note):}}
