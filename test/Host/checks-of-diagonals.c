// -foffload-check: blocks on a diagonal access x[b][d - b]. What a launch as a whole may access is more than that, so it
// is asked of blocks, by their indices. A launch is only asked for its number of threads, and for no argument.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S -emit-llvm %s -o - | FileCheck %s
//
// CHECK: define {{.*}}k_blocks_diagonal(
// CHECK-NOT: load ptr
// CHECK: call {{.*}}k_body_diagonal.all_checks
#include <offload.h>

enum { TILE = 16 };

offload_kernel void diagonal(int n, int d, int first, float x[n][n])
{
    int b = first + (int)offload_block_id(0), t = (int)offload_thread_id(0);
    x[b * TILE][(d - b) * TILE + t] += 1;
}

void run(int n, int blocks, float *x)
{
    for (int d = 0; d < blocks; d++)
        offload(diagonal, .blocks = {(unsigned)d + 1}, .block_size = {TILE})(n, d, 0, (float(*)[n])x);
}
