// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static int counter;
static int *const counters[] = {&counter};
offload_kernel void k(int n, int x[n])
{
    x[0] = *counters[0];
}

// CHECK: {{^(.*/)?}}variable-of-the-host-in-a-table.c:4:34: error: kernel 'k' uses the address of variable 'counter', which lives on the host; mark it offload_global, or make it const
// CHECK: {{^(.*/)?}}variable-of-the-host-in-a-table.c:7:13: note: 'counters' is used by kernel 'k' here
// CHECK-NOT: {{(error|note):}}
