// Block reductions are for integers of up to 8 bytes, float and double; shuffles for arithmetic types of 4 or 8 bytes.
// What else comes is refused where it stands, and not converted to a type that loses some of it.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

struct pair {
    int first, second;
};

offload_kernel void reduce(long double wide[1], __int128 whole[1], _Float16 half[1], struct pair pairs[1])
{
    (void)offload_block_reduce_add(wide[0]); // CHECK: [[#@LINE]]:11: error: {{.*}}'reductions_are_for_integers_float_and_double'
    (void)offload_block_reduce_min(whole[0]); // CHECK: [[#@LINE]]:11: error: {{.*}}'reductions_are_for_integers_float_and_double'
    (void)offload_block_reduce_max(half[0]); // CHECK: [[#@LINE]]:11: error: {{.*}}'reductions_are_for_integers_float_and_double'
    (void)offload_block_reduce_add(&half[0]); // CHECK: [[#@LINE]]:11: error: {{.*}}'_Float16 *'
    (void)offload_block_reduce_add(pairs[0]); // CHECK: [[#@LINE]]:11: error: {{.*}}'struct pair'
    (void)offload_lane_shuffle(wide[0], 0u); // CHECK: [[#@LINE]]:11: error: {{.*}}'shuffles_are_for_arithmetic_types_of_4_or_8_bytes'
    (void)offload_lane_shuffle(whole[0], 0u); // CHECK: [[#@LINE]]:11: error: {{.*}}'shuffles_are_for_arithmetic_types_of_4_or_8_bytes'
    (void)offload_lane_shuffle(pairs[0], 0u); // CHECK: [[#@LINE]]:11: error: {{.*}}'struct pair'
}
