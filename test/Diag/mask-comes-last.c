// CUDA's functions for warps have the mask as their first argument, lane functions as their last one. A constant with the
// bits of all lanes in the first place is refused: it would be the value. So is a second argument that is no lane.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

#define FULL_MASK 0xffffffff

offload_kernel void sums(int n, int x[n], const double y[n], unsigned mask) {
    size_t i = offload_global_id(0);
    int v = x[i];
    // CHECK: mask-comes-last.c:[[@LINE+1]]:10: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += offload_lane_shuffle_down(FULL_MASK, v, 16);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:10: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += offload_lane_shuffle_xor(FULL_MASK, v, 1, 32);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:10: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += offload_lane_any(FULL_MASK, v > 0);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:10: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += offload_lane_all(offload_all_lanes, v > 0);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:15: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += (int)offload_lane_match_any(FULL_MASK, v);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:15: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += (int)offload_lane_match_all(-1, v);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:10: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += offload_lane_reduce_add(FULL_MASK, v);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:15: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += (int)offload_lane_shuffle_up(mask, y[i], 1);
    // CHECK: mask-comes-last.c:[[@LINE+1]]:15: error: the mask is the last argument of a lane function; a lane or distance is an integer
    v += (int)offload_lane_shuffle(mask, y[i], 1, 32);
    // CHECK-NOT: error:
    v += offload_lane_ballot(1, FULL_MASK) == FULL_MASK;
    v += (int)offload_lane_reduce_max(-1.0, offload_all_lanes);
    v += (int)offload_lane_shuffle(y[i], 0, 32, FULL_MASK);
    v += offload_lane_reduce_and(-1) + offload_lane_shuffle(v, (_Bool)v) + offload_lane_shuffle_xor(v, (char)1, 8, mask);
    x[i] = v;
}
// CHECK: 9 errors generated.
