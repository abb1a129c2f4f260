// A pointer that is one into a table of the file or one into an array, in a kernel that copies structs: LLVM 22's inference
// of address spaces alone left an instruction without an operand, and crashed.
//
// RUN: rm -rf %t && %offloadcc -O1 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_80.ptx
#include <offload.h>

struct block { int x[40]; };
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

// CHECK: .entry pick$(
// CHECK: ld.global.b32
// CHECK: ret;
offload_kernel void pick(int n, int out[n], const int in[n], struct block filled, struct block blocks[n], long at)
{
    unsigned i = offload_global_id(0);
    if (i < n) {
        const int *from = at & 8 ? &in[i] : &table[at & 7];
        blocks[i] = filled;
        out[i] = *from;
    }
}
