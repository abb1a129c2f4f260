// In blocks with several rows of few threads, a row is not cut where comparisons change their
// outcome: vectors take all of its threads, and masks turn off loads and stores of those that do
// nothing. Neighbours that are kept within bounds are loaded in one piece. Without masks, rows are
// cut.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O3 -march=x86-64-v2 --offload-arch=none -S -emit-llvm %s -o - \
// RUN: | FileCheck %s --check-prefix=CUT
#include <offload.h>

enum { TILE = 16 };

offload_kernel void step(int size, int rim, const float in[size][size], float out[size][size])
{
    offload_shared float tile[TILE][TILE];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int r = (int)offload_global_id(1), c = (int)offload_global_id(0);
    tile[ty][tx] = in[r][c];
    offload_barrier();
    int west = tx - 1 < 0 ? 0 : tx - 1, east = tx + 1 > TILE - 1 ? TILE - 1 : tx + 1;
    if (tx >= rim && tx < TILE - rim && ty >= rim && c < size - 1)
        out[r][c] = tile[ty][tx] + tile[ty][west] * tile[ty][east];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_step(
// CHECK: call <8 x float> @llvm.masked.load.v8f32
// CHECK: call void @llvm.masked.store.v8f32
// CHECK: ret void

// CUT-LABEL: define {{.*}}@__offloadcc_k_blocks_step(
// CUT-NOT: @llvm.masked
// CUT: ret void

void run(int size, const float *in, float *out)
{
    unsigned blocks = (unsigned)size / TILE;
    offload(step, .blocks = {blocks, blocks}, .block_size = {TILE, TILE})(
        size, 1, (const float (*)[size])in, (float (*)[size])out);
}
