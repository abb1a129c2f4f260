// A thread's index is computed in 32 bits, as CUDA's programs do it, and kept in 64. Threads take turns at an array by it,
// and then call lane functions.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_norm(
// CHECK: fmuladd.v8f32
offload_kernel void norm(size_t n, const float x[n], float y[1]) {
    size_t index = offload_block_id(0) * offload_block_size(0) + offload_thread_id(0);
    size_t step = offload_block_size(0) * offload_block_count(0);
    float sum = 0;
    for (size_t i = index; i < n; i += step)
        sum += x[i] * x[i];
    sum = offload_lane_reduce_add(sum);
    if (offload_lane_id() == 0)
        offload_atomic_add(&y[0], sum);
}
