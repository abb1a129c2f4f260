// LLVM's assembler does not know where a wrong instruction is in the source: its message is followed by the places
// of the kernels' inline assembly, with and without -g.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=gfx90a --offload-artifacts=%t %s 2>&1 | FileCheck %s
// RUN: rm -rf %t && not %offloadcc -g --device-only --offload-arch=gfx90a --offload-artifacts=%t %s 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 --device-only --offload-arch=x86-64 --offload-artifacts=%t %s
#include <offload.h>

offload_kernel void k(int x[1])
{
#ifdef __AMDGPU__
    __asm__("v_fly %0" : "=v"(x[0]));
#else
    x[0] = 1;
#endif
}
// CHECK: error: <inline asm>:1:2: invalid instruction
// CHECK: inline-assembly-that-is-wrong.c:12:5: note: inline assembly is here
