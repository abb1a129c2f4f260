// What LLVM would stop at is an error of ours, at the line.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=gfx90a --offload-artifacts=%t %s 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void convert(__int128 x, double y[1])
{
    y[0] = (double)x;
}
// CHECK: wide-integer-conversion.c:8:12: error: device code for 'gfx90a' needs a conversion between a 128-bit integer and a floating type, which is not available there; do without it, or leave 'gfx90a' out of --offload-arch
