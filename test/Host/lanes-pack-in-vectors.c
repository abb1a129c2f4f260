// Lanes that store where those before them leave off store vectors: AVX-512 moves their values together in a register.
// Other processors do so in memory, without a branch for each lane. The leader's addition is not in a loop over lanes.
//
// REQUIRES: x86_64
// RUN: %offloadcc --offload-arch=none -O2 -march=x86-64-v4 -S -emit-llvm -o %t.ll %s
// RUN: FileCheck --check-prefixes=BOTH,AVX %s < %t.ll
// RUN: %offloadcc --offload-arch=none -O2 -S -emit-llvm -o %t.ll %s
// RUN: FileCheck --check-prefixes=BOTH,COPY %s < %t.ll
//
// BOTH-NOT: {{^}}bit.thread
// AVX: call <16 x i32> @llvm.experimental.vector.compress
// AVX: call void @llvm.masked.store.v16i32
// COPY: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %{{[0-9]+}}, ptr {{.*}}align 4 %{{[0-9]+}}, i64 %
// BOTH-NOT: {{^}}bit.thread
#include <offload.h>

offload_kernel void filter(int n, const int x[n], int y[n], int counter[1]) {
    int i = (int)offload_global_id(0);
    if (i >= n || x[i] <= 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    int first = 0;
    if (lane == leader)
        first = offload_atomic_add(counter, __builtin_popcountl(active));
    first = offload_lane_shuffle(first, leader, offload_lane_count(), active);
    y[first + __builtin_popcountl(active & ((1ul << lane) - 1))] = x[i];
}
