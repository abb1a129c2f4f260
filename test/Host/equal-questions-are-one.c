// A thread's index that is put together from its warp and its lane is the index: threads take turns at an array, in
// vectors.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - -Rpass-missed=offload -Werror 2>%t.remarks | FileCheck %s
// RUN: count 0 < %t.remarks
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sums(
// CHECK: fadd <8 x float>
offload_kernel void sums(int n, int rows, const float x[n * rows], float y[rows]) {
    unsigned warp = offload_thread_id(0) / 32, lane = offload_thread_id(0) % 32;
    int start = warp * 32 + lane, size = offload_block_size(0);
    const float *row = x + offload_block_id(0) * n;
    float sum = 0;
    for (int i = start; i < n; i += size)
        sum += row[i];
    sum = offload_block_reduce_add(sum);
    if (offload_thread_id(0) == 0)
        y[offload_block_id(0)] = sum;
}
