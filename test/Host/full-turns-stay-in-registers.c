// Where threads take turns at arrays, what each adds up stays in a vector register: also beside the
// last turn, in which some threads have no element. (For few arrays, several turns are done at once:
// several-turns-at-once.c.)
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: phi <8 x float> [ zeroinitializer, {{.*}} ], [ {{.*}}, [[LOOP:%[^ ]+]] ]
// CHECK: @llvm.fmuladd.v8f32
// CHECK: br i1 {{.*}}, label [[LOOP]]
offload_kernel void sum(size_t n, const float x[5][n], float out[1]) {
    float sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum += x[0][i] * x[1][i] * x[2][i] * x[3][i] * x[4][i];
    sum = offload_block_reduce_add(sum);
    if (offload_thread_id(0) == 0)
        offload_atomic_add(out, sum);
}

// The lanes of a group.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rows(
// CHECK: phi <8 x float> [ {{.*}}, [[LANES:%[^ ]+]] ]
// CHECK: fadd <8 x float>
// CHECK: br i1 {{.*}}, label [[LANES]]
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
