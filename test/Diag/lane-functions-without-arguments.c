// A lane function that has too few arguments is an error that says so, in every standard of C.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -std=gnu89 -c %s -o %t 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -std=c99 -pedantic -c %s -o %t 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int n, offload_out int x[n])
{
    // CHECK-NOT: {{error|warning}}:
    // CHECK: :[[@LINE+1]]:12: error: offload_lane_shuffle takes more arguments; its comment in offload_lanes.h says which
    x[0] = offload_lane_shuffle(n);
    // CHECK: :[[@LINE+1]]:12: error: offload_lane_shuffle_xor takes more arguments
    x[0] = offload_lane_shuffle_xor(n);
    // CHECK: :[[@LINE+1]]:12: error: offload_lane_ballot takes more arguments
    x[1] = offload_lane_ballot() != 0;
    // CHECK: :[[@LINE+1]]:12: error: offload_lane_all takes more arguments
    x[2] = offload_lane_all() != 0;
    // CHECK: :[[@LINE+1]]:12: error: offload_lane_match_any takes more arguments
    x[3] = offload_lane_match_any() != 0;
    // CHECK: :[[@LINE+1]]:12: error: offload_lane_reduce_add takes more arguments
    x[4] = offload_lane_reduce_add();
    // CHECK: :[[@LINE+1]]:12: error: offload_lane_reduce_add takes fewer arguments
    x[5] = offload_lane_reduce_add(n, 1ul, 2);
    // CHECK-NOT: {{error|warning}}:
    offload_lanes_sync();
    x[6] = offload_lane_shuffle(n, 1) + offload_lane_any(n, 1ul);
}
