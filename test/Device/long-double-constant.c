// A constant of type long double is an error at its line, for GPUs only: LLVM's back ends crash when they should
// write one. Copies of what the host computed are possible.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 --device-only --offload-arch=x86-64 --offload-artifacts=%t %s
// RUN: %offloadcc -O0 -DCOPIES --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
#include <offload.h>
#include <stdio.h>

struct entry {
    long double wide;
    int index;
};

offload_kernel void copy(int n, const struct entry from[n], struct entry to[n])
{
    to[0] = from[1];
    to[1].wide = from[0].wide;
}

#ifndef COPIES
offload_kernel void print(void)
{
    printf("%Lf\n", 1.0L);
}

offload_kernel void store(long double y[1])
{
    y[0] = 2;
}

static const struct entry table[2] = {{1, 2}, {3, 4}};

offload_kernel void look(int i, int y[1])
{
    y[0] = table[i].index;
}
#endif

// CHECK: long-double-constant.c:24:5: error: device code for 'sm_80' needs {{.*}} 'long double', which is not available there
// CHECK: long-double-constant.c:29:10: error: device code for 'sm_80' needs a constant of type 'long double'
// CHECK: long-double-constant.c:36:{{[0-9]+}}: error: device code for 'sm_80' needs a constant of type 'long double'
// CHECK: long-double-constant.c:24:5: error: device code for 'gfx90a' needs
// CHECK-NOT: Segmentation
