// A thread that joins elements of two places of a page loads them in loops of their own: a block
// first loads the elements of the first place, and then those of the second.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_pairs(
// CHECK: load <8 x float>
// CHECK-NOT: fadd
// CHECK-COUNT-32: store <8 x float>
offload_kernel void pairs(size_t n, const float x[n], float sums[n]) {
    offload_shared float left[256];
    unsigned thread = (unsigned)offload_thread_id(0);
    size_t i = offload_block_id(0) * 512 + thread;
    left[thread] = x[i] + x[i + 256];
    offload_barrier();
    sums[offload_global_id(0)] = left[255 - thread];
}

// Neighbours are in the same lines.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_neighbours(
// CHECK: load <8 x float>
// CHECK-NOT: store <8 x float>
// CHECK: fadd <8 x float>
offload_kernel void neighbours(size_t n, const float x[n], float sums[n]) {
    offload_shared float left[256];
    unsigned thread = (unsigned)offload_thread_id(0);
    size_t i = offload_block_id(0) * 512 + thread;
    left[thread] = x[i] + x[i + 1];
    offload_barrier();
    sums[offload_global_id(0)] = left[255 - thread];
}

void run(size_t n, const float *x, float *sums) {
    offload(pairs, .blocks = {4}, .block_size = {256})(n, x, sums);
    offload(neighbours, .blocks = {4}, .block_size = {256})(n, x, sums);
}
