// Where the leader of a group makes room for its lanes by an atomic addition, the groups of some
// blocks count first, by a copy of their code, and one addition makes room for all of them.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// The copy counts in memory of its own; then comes the only atomic that groups have, outside of
// their loops.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_filter(
// CHECK: call {{.*}}@llvm.ctpop
// CHECK-NOT: atomicrmw
// CHECK: atomicrmw add ptr {{.*}} monotonic
// CHECK-NEXT: store
// CHECK-NOT: atomicrmw add ptr {{.*}} i32 {{.*}} monotonic
// CHECK: call {{.*}}@llvm.ctpop
offload_kernel void filter(size_t n, const int in[n], offload_out int out[n], int counter[1]) {
    size_t i = offload_global_id(0);
    if (i >= n || in[i] <= 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = (unsigned)offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    int start = 0;
    if (lane == leader)
        start = offload_atomic_add(counter, __builtin_popcountl(active));
    start = offload_lane_shuffle(start, leader, offload_lane_count(), active);
    out[start + __builtin_popcountl(active & ((1ul << lane) - 1))] = in[i];
}

// The counter may be an element that is the same for all groups.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_element(
// CHECK: call {{.*}}@llvm.ctpop
// CHECK-NOT: atomicrmw
// CHECK: atomicrmw add ptr {{.*}} monotonic
// CHECK-NEXT: store
// CHECK-NOT: atomicrmw add ptr {{.*}} i32 {{.*}} monotonic
// CHECK: call {{.*}}@llvm.ctpop
offload_kernel void element(size_t n, const int in[n], offload_out int out[n], int counters[9],
                            unsigned which) {
    size_t i = offload_global_id(0);
    if (i >= n || in[i] <= 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = (unsigned)offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    int start = 0;
    if (lane == leader)
        start = offload_atomic_add(&counters[which], __builtin_popcountl(active));
    start = offload_lane_shuffle(start, leader, offload_lane_count(), active);
    out[start + __builtin_popcountl(active & ((1ul << lane) - 1))] = in[i];
}

// What is added up may be unsigned, so that it wraps, and compared before it is used. The addition is
// in a loop over lanes then.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_limited(
// CHECK: call {{.*}}@llvm.ctpop
// CHECK-NOT: atomicrmw
// CHECK: atomicrmw add ptr {{.*}} monotonic
// CHECK-NEXT: store
// CHECK-NOT: atomicrmw add ptr {{.*}} i32 {{.*}} monotonic
// CHECK: call {{.*}}@llvm.ctpop
offload_kernel void limited(size_t n, const int in[n], unsigned room, offload_out int out[room],
                            unsigned counter[1]) {
    size_t i = offload_global_id(0);
    if (i >= n || in[i] <= 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = (unsigned)offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    unsigned at = 0;
    if (lane == leader)
        at = offload_atomic_add(counter, (unsigned)__builtin_popcountl(active));
    at = offload_lane_shuffle(at, leader, offload_lane_count(), active) +
         (unsigned)__builtin_popcountl(active & ((1ul << lane) - 1));
    if (at < room)
        out[at] = in[i];
}

// Groups cannot count first if they look at the counter, which has changed then.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_until_full(
// CHECK-NOT: @__offloadcc_k_body_until_full{{.*}}.counts(
// CHECK: atomicrmw add ptr {{.*}} monotonic
// CHECK-NEXT: freeze
// CHECK-NOT: @__offloadcc_k_body_until_full{{.*}}.counts(
// CHECK: {{^}}}
offload_kernel void until_full(size_t n, const int in[n], int room, offload_out int out[n],
                               int counter[1]) {
    size_t i = offload_global_id(0);
    if (i >= n || in[i] <= 0 || counter[0] >= room)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = (unsigned)offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    int start = 0;
    if (lane == leader)
        start = offload_atomic_add(counter, __builtin_popcountl(active));
    start = offload_lane_shuffle(start, leader, offload_lane_count(), active);
    out[start + __builtin_popcountl(active & ((1ul << lane) - 1))] = in[i];
}

// A loop of many turns is not done twice.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_costly(
// CHECK-NOT: @__offloadcc_k_body_costly{{.*}}.counts(
// CHECK: atomicrmw add ptr {{.*}} monotonic
// CHECK-NOT: @__offloadcc_k_body_costly{{.*}}.counts(
// CHECK: {{^}}}
offload_kernel void costly(size_t n, const float in[n], int turns, offload_out float out[n],
                           int counter[1]) {
    size_t i = offload_global_id(0);
    float x = i < n ? in[i] : 0;
    for (int k = 0; k < turns; k++)
        x = x * x * 0.37f + 0.1f;
    unsigned long lanes = offload_lane_ballot(x > 1);
    unsigned lane = (unsigned)offload_lane_id();
    int start = 0;
    if (lane == 0)
        start = offload_atomic_add(counter, __builtin_popcountl(lanes));
    start = offload_lane_shuffle(start, 0, offload_lane_count());
    if (x > 1)
        out[start + __builtin_popcountl(lanes & ((1ul << lane) - 1))] = x;
}

void run(size_t n, const int *in, int *out, int *counter) {
    offload(filter, .threads = {n}, .block_size = {256})(n, in, out, counter);
    offload(element, .threads = {n}, .block_size = {256})(n, in, out, counter, 2);
    offload(limited, .threads = {n}, .block_size = {256})(n, in, 9, out, (unsigned *)counter);
    offload(until_full, .threads = {n}, .block_size = {256})(n, in, 9, out, counter);
    offload(costly, .threads = {n}, .block_size = {256})(n, (const float *)in, 9, (float *)out, counter);
}
