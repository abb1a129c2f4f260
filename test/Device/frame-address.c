// What LLVM would crash on is an error of ours, at the line.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=gfx90a --offload-artifacts=%t %s 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void where(unsigned long x[1])
{
    x[0] = (unsigned long)__builtin_frame_address(0);
}
// CHECK: frame-address.c:8:27: error: device code for 'gfx90a' needs the address of a stack frame, which is not available there; do without it, or leave 'gfx90a' out of --offload-arch
