// The lanes of a group run in vectors on a CPU, one group after the other, with a lane function's
// values in arrays: also where groups wait at barriers.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// RUN: %offloadcc -O2 --offload-arch=none -c -o %t.o %s -Rpass-missed=offload 2>&1 | FileCheck --allow-empty --check-prefix=MISSED %s
#include <offload.h>

// MISSED-NOT: it cannot be shown that all threads

// The rounds have constant distances, and the index is known to be in one piece for the group.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_warp_sum(
// CHECK: fadd <[[WIDTH:[0-9]+]] x float>
offload_kernel void warp_sum(size_t n, const float x[n], float sums[n / 32])
{
    size_t i = offload_global_id(0);
    float v = i < n ? x[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += offload_lane_shuffle_down(v, d);
    if (offload_lane_id() == 0)
        sums[i / 32] = v;
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_block_sum(
// CHECK: fadd <[[WIDTH]] x float>
offload_kernel void block_sum(size_t n, const float x[n], float sums[n / 256])
{
    offload_shared float of_group[8];
    unsigned int me = offload_thread_id(0), group = me / 32;
    float v = x[offload_global_id(0)];
    for (int d = 16; d > 0; d /= 2)
        v += offload_lane_shuffle_down(v, d);
    if (me % 32 == 0)
        of_group[group] = v;
    offload_barrier();
    if (group > 0)
        return;
    v = me < 8 ? of_group[me] : 0;
    for (int d = 4; d > 0; d /= 2)
        v += offload_lane_shuffle_down(v, d);
    if (me == 0)
        sums[offload_block_id(0)] = v;
}
