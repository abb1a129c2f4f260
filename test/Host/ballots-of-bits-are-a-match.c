// Lanes that find those with the same digit by ballots of its bits, and rank themselves among them by what a leader counts
// in shared memory: each lane counts itself, and nobody votes.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>
#include <offload_lanes.h>

enum { N = 1 << 20, BLOCK = 256, DIGITS = 256 };

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_ranks(
// CHECK: br i1 {{.*}}, label %[[GROUPS:[0-9]+]], label %[[OTHERS:[0-9]+]]
// CHECK: {{^}}[[GROUPS]]:
// CHECK-NOT: <{{[0-9]+}} x i1>
// CHECK: [[MORE:%[0-9]+]] = add i32 {{.*}}, 1
// CHECK-NEXT: store i32 [[MORE]], ptr
// CHECK: {{^}}[[OTHERS]]:
offload_kernel void ranks(const unsigned x[N], int shift, unsigned y[N]) {
    offload_shared unsigned count[BLOCK / 32][DIGITS];
    unsigned t = offload_thread_id(0), lane = t % 32, i = offload_global_id(0), digit = x[i] >> shift & (DIGITS - 1);
    for (unsigned d = t; d < BLOCK / 32 * DIGITS; d += BLOCK)
        count[d / DIGITS][d % DIGITS] = 0;
    offload_barrier();
    unsigned same = ~0u, before = 0;
    for (int k = 0; k < 8; k++) {
        unsigned set = offload_lane_ballot(digit >> k & 1);
        same &= digit >> k & 1 ? set : ~set;
    }
    unsigned leader = __builtin_ctz(same);
    if (lane == leader) {
        before = count[t / 32][digit];
        count[t / 32][digit] = before + __builtin_popcount(same);
    }
    before = offload_lane_shuffle(before, leader);
    y[i] = before + __builtin_popcount(same & ((1u << lane) - 1));
}
