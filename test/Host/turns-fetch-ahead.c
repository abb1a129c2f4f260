// Where threads take turns at an array and add up what they load, a turn fetches the lines of a
// later one: they are as far away as the grid has threads.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// 128 threads of a strip load 8 lines.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK-COUNT-8: call void @llvm.prefetch.p0(
// CHECK: load <8 x float>
offload_kernel void sum(size_t n, const float x[n], float out[1]) {
    float sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum += x[i];
    sum = offload_block_reduce_add(sum);
    if (offload_thread_id(0) == 0)
        offload_atomic_add(out, sum);
}

// The lanes of a group load neighbouring lines.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rows(
// CHECK-NOT: llvm.prefetch
// CHECK: ret void
offload_kernel void rows(size_t height, size_t width, const float in[height][width],
                         offload_out float out[height]) {
    size_t row = offload_global_id(0) / 32;
    float sum = 0;
    if (row >= height)
        return;
    for (size_t i = offload_lane_id(); i < width; i += 32)
        sum += in[row][i];
    sum = offload_lane_reduce_add(sum);
    if (offload_lane_id() == 0)
        out[row] = sum;
}
