// Where a lane of each group adds to the same memory, all groups of the blocks that a core takes at once do one atomic
// operation: after a ballot, and after a sum over the lanes.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_count(
// CHECK: call {{.*}}i32 @llvm.ctpop.i32(
// CHECK-NOT: atomicrmw
// CHECK: {{^}}region.end{{.*}}:
// CHECK: atomicrmw add
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_count(
offload_kernel void count(size_t n, const int x[n], int total[1])
{
    size_t i = offload_global_id(0);
    unsigned long wanted = offload_lane_ballot(i < n && x[i] > 5);
    if (offload_lane_id() == 0)
        offload_atomic_add(total, __builtin_popcountl(wanted));
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: add <4 x i32>
// CHECK-NOT: atomicrmw
// CHECK: {{^}}region.end{{.*}}:
// CHECK: atomicrmw add
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_sum(
offload_kernel void sum(size_t n, const int x[n], int total[1])
{
    size_t i = offload_global_id(0);
    int all = offload_lane_reduce_add(i < n ? x[i] : 0);
    if (offload_thread_id(0) % 32 == 3)
        offload_atomic_add(total, all);
}
