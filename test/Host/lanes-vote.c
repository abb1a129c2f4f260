// Where only some lanes of a group do what vectors cannot, the others' work is for vectors, and a
// loop goes through the bits of the lanes that are left.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_count(
// CHECK: [[VOTES:%[^ ]+]] = bitcast <32 x i1> {{.*}} to i32
// CHECK: phi i64
// CHECK: call {{.*}}i64 @llvm.cttz.i64(
// CHECK: atomicrmw add
offload_kernel void count(size_t n, const int in[n], offload_out int out[n], int counts[1024]) {
    size_t i = offload_global_id(0);
    int before = offload_lane_shuffle_up(in[i], 1, 32);
    if (before != in[i])
        offload_atomic_add(&counts[in[i] & 1023], 1);
    out[i] = before;
}
