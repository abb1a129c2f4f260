// The first threads of a block add up what its groups have: the other groups go past that, and none of their lanes is
// asked whether it takes part.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sums(
// CHECK-NOT: load <32 x i8>
// CHECK: {{^}}region.end{{.*}}:
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_sums(
offload_kernel void sums(size_t n, const float x[n], offload_out float y[n / 256])
{
    offload_shared float of_group[8];
    unsigned thread = offload_thread_id(0);
    float sum = offload_lane_reduce_add(x[offload_global_id(0)]);
    if (offload_lane_id() == 0)
        of_group[thread / 32] = sum;
    offload_barrier();
    if (thread < 8) {
        sum = offload_lane_reduce_add(of_group[thread]);
        if (thread == 0)
            y[offload_block_id(0)] = sum;
    }
}
