// A choice among shared variables does not become a table of their addresses, which are no
// constants.
//
// RUN: rm -rf %t && %offloadcc -Os --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: llvm-dis -o - %t/*/sm_80.bc | FileCheck %s
// RUN: llvm-dis -o - %t/*/gfx90a.bc | FileCheck %s
#include <offload.h>

offload_kernel void choose(int n, int x[n])
{
    offload_shared int a[4], b[4], c[4], d[4], e[4];
    int *p = x;
    a[1] = b[1] = c[1] = d[1] = e[1] = x[2];
    offload_barrier();
    switch (x[0]) {
    case 0:
        p = &a[1];
        break;
    case 1:
        p = &b[1];
        break;
    case 2:
        p = &c[1];
        break;
    case 3:
        p = &d[1];
        break;
    case 4:
        p = &e[1];
        break;
    }
    x[1] = *p;
}
// CHECK-NOT: switch.table
// CHECK: @choose.e = internal {{.*}}addrspace(3) global
// CHECK-NOT: switch.table
