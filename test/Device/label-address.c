// The address of a label is an error at its line, for GPUs only: LLVM's back ends have no jump to it, and crash.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=sm_80 --offload-artifacts=%t %s 2>&1 | FileCheck %s
// RUN: not %offloadcc -O0 --device-only --offload-arch=gfx90a --offload-artifacts=%t %s 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 --device-only --offload-arch=x86-64 --offload-artifacts=%t %s
#include <offload.h>

offload_kernel void run(int n, const int code[n], int y[1])
{
    static const void *const operations[] = {&&add, &&end};
    int at = 0, sum = 0;
    goto *operations[code[at++]];
add:
    sum += code[at++];
    goto *operations[code[at++]];
end:
    y[0] = sum;
}

offload_kernel void choose(int n, int y[1])
{
    goto *(n ? &&left : &&right);
left:
    y[0] = 1;
right:
    y[0]++;
}
// CHECK: label-address.c:12:{{[0-9]+}}: error: device code for '{{sm_80|gfx90a}}' needs the address of a label, for a 'goto *', which is not available there; do without it, or leave '{{sm_80|gfx90a}}' out of --offload-arch
// CHECK: label-address.c:22:{{[0-9]+}}: error: device code for '{{sm_80|gfx90a}}' needs the address of a label
