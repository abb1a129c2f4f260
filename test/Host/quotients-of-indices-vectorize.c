// Threads whose index is divided by what is the same for all of them run in vectors, for as long as
// the quotient stays the same.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - -Rpass-missed=offload 2>%t.remarks | FileCheck %s
// RUN: count 0 < %t.remarks
#include <offload.h>

offload_kernel void spread(int w, int h, const float in[w * h], float out[w * h]) {
    int id = (int)offload_global_id(0), y = id / w, x = id % w;
    if (id < w * h && y > 0 && y < h - 1 && x > 0 && x < w - 1)
        out[id] = in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_spread(
// CHECK: fadd <8 x float>
// CHECK: ret void

// The division that is the same for a row is done once for it.
offload_kernel void rings(int w, int h, const float in[h][w], offload_out float out[h][w]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x < w && y < h)
        out[y][x] = in[(y + 1) % h][x] + in[y][(x + w - 1) % w] + in[y][(x + 1) % w];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rings(
// CHECK: fadd <8 x float>
// CHECK: ret void

// A block's threads as a tile.
offload_kernel void tiles(size_t n, const float in[n], offload_out float out[n]) {
    offload_shared float tile[8][33];
    unsigned t = offload_thread_id(0);
    size_t i = offload_global_id(0);
    tile[t / 32][t % 32] = in[i];
    offload_barrier();
    out[i] = tile[7 - t / 32][t % 32] * 2;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_tiles(
// CHECK: fmul <8 x float>
// CHECK: ret void

// In a loop in which each thread takes turns.
offload_kernel void turns(int n, int w, const float in[n], offload_out float out[n]) {
    for (int id = (int)offload_global_id(0); id < n; id += (int)offload_global_size(0))
        out[id] = in[id] * (float)(id / w) + (float)(id % w);
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_turns(
// CHECK: fmuladd.v8f32
// CHECK: ret void

// `i & (by - 1)` is a division by a power of two, as butterflies in a transform have it. Where `by` is
// none, a copy of the loop runs.
offload_kernel void butterflies(unsigned n, unsigned by, float x[n]) {
    unsigned t = (unsigned)offload_global_id(0), i = 2 * t - (t & (by - 1));
    float first = x[i], second = x[i + by];
    x[i] = first + second;
    x[i + by] = first - second;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_butterflies(
// CHECK: fadd <8 x float>
// CHECK: ret void

// So is `i ^ by`: neighbours' are neighbours until i / by changes.
offload_kernel void flips(int n, int by, const float in[n], offload_out float out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = in[i] - in[i ^ by];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_flips(
// CHECK: load <8 x float>
// CHECK: load <8 x float>
// CHECK: fsub <8 x float>
// CHECK: ret void
