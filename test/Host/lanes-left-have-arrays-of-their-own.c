// What a group adds up by shuffles stays in registers, also where vectors cannot leave out lanes, as
// those of SSE2: the code for a group that is partly outside of the array has arrays of its own.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_add_up(
// CHECK-NOT: call void @llvm.memcpy
// CHECK: [[FIRST:%[^ ]+]] = load <4 x float>, ptr %{{.*}}, align 4
// CHECK-NOT: call void @llvm.memcpy
// CHECK: ret void
offload_kernel void add_up(size_t n, const float in[n], offload_out float out[n / 32]) {
    size_t i = offload_global_id(0);
    float mine = i < n ? in[i] : 0;
    for (unsigned distance = 16; distance > 0; distance /= 2)
        mine += offload_lane_shuffle_xor(mine, distance, 32);
    if (i % 32 == 0 && i < n)
        out[i / 32] = mine;
}
