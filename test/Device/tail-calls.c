// A call that has to be a jump is refused where GPUs have none, at every level; the CPU has it.
//
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a %s
// RUN: not %offloadcc -O0 -c --offload-arch=sm_90 %s -o %t.o 2>&1 | FileCheck -DARCH=sm_90 %s
// RUN: %offloadcc -O2 -c --offload-arch=x86-64 %s -o %t.o
#include <offload.h>

static int even(int n, int y)
{
    return n ? y : y + 1;
}

static int f(int n, int y)
{
    __attribute__((musttail)) return even(n, y);
}

offload_kernel void k(int n, int r[n])
{
    r[0] = f(r[0], 1);
}
// CHECK: tail-calls.c:15:38: error: device code for '[[ARCH]]' needs a call that is a jump ('musttail'), which is not available there; do without it, or leave '[[ARCH]]' out of --offload-arch
// CHECK: tail-calls.c:20:12: note: in 'f', called here
