// Where LLVM's back end crashes, the line at which it does so is reported.
//
// UNSUPPORTED: sanitized
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int r[1])
{
    int flag;
    __asm__("" : "=@ccz"(flag));
    r[0] = flag;
}
// CHECK: back-end-that-crashes.c:10:5: error: inline assembly cannot be compiled for 'gfx90a' (LLVM: the back end crashes); write assembly and constraints of that processor, chosen by #ifdef __AMDGPU__ or __NVPTX__, or leave 'gfx90a' out of --offload-arch
// CHECK-NOT: error
// CHECK-NOT: signal
