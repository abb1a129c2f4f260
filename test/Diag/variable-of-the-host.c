// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
int counter;
offload_kernel void k(int n, int x[n])
{
    static int calls;
    x[0] = counter++ + ++calls;
}

// CHECK: {{^(.*/)?}}variable-of-the-host.c:7:12: error: kernel 'k' uses variable 'counter', which lives on the host; pass it as a parameter, mark it offload_global, or make it const
// CHECK: {{^(.*/)?}}variable-of-the-host.c:7:26: error: kernel 'k' uses variable 'calls', which lives on the host; pass it as a parameter, or move it to file scope and mark it offload_global
// CHECK-NOT: {{(error|note):}}
