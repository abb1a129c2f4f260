// Reductions are for integers of up to 8 bytes and floating-point numbers that GPUs have; shuffles and
// matches for arithmetic types of 2, 4 or 8 bytes. What else comes is refused where it stands, and not
// converted to a type that loses some of it.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>

struct pair {
    int first, second;
};

offload_kernel void reduce(long double wide[1], __int128 whole[1], float number[1], struct pair pairs[1])
{
    (void)offload_block_reduce_add(wide[0]);
    // CHECK: [[#@LINE-1]]:11: error: offload_block_reduce_add is for integers of up to 8 bytes, float, double, _Float16 and __bf16; its argument has another type
    (void)offload_block_reduce_min(whole[0]);
    // CHECK: [[#@LINE-1]]:11: error: offload_block_reduce_min is for integers of up to 8 bytes, float
    (void)offload_block_reduce_add(&number[0]);
    // CHECK: [[#@LINE-1]]:11: error: offload_block_reduce_add is for integers of up to 8 bytes, float
    (void)offload_block_reduce_add(pairs[0]);
    // CHECK: [[#@LINE-1]]:11: error: offload_block_reduce_add is for integers of up to 8 bytes, float, double, _Float16 and __bf16; its argument has another type; pass the members of a struct one by one
    (void)offload_lane_reduce_max(wide[0]);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_reduce_max is for integers of up to 8 bytes, float
    (void)offload_lane_reduce_xor(number[0], 3ul);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_reduce_xor is for integers of up to 8 bytes; its argument has another type
    (void)offload_lane_shuffle(wide[0], 0u);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_shuffle is for integers and floating-point numbers of 2, 4 or 8 bytes; its first argument has another type
    (void)offload_lane_shuffle_up(whole[0], 0u, 8);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_shuffle_up is for integers and floating-point numbers of 2, 4 or 8 bytes
    (void)offload_lane_shuffle(pairs[0], 0u);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_shuffle is for integers and floating-point numbers of 2, 4 or 8 bytes; its first argument has another type; pass the members of a struct one by one
    (void)offload_lane_match_any(whole[0]);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_match_any is for integers and floating-point numbers of 2, 4 or 8 bytes
    (void)offload_lane_ballot(1, 2ul, 3);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_ballot takes fewer arguments; its comment in offload_lanes.h says which
    (void)offload_lane_shuffle(1, 2, 16, 3ul, 4);
    // CHECK: [[#@LINE-1]]:11: error: offload_lane_shuffle takes fewer arguments
}
