// A sort over the lanes of a group has a loop in a loop, and all of its rounds are unrolled: each moves the elements of a
// vector by a constant distance. There are no arrays of copies, from which lanes load what others have.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sort(
// CHECK-NOT: alloca [192 x i32]
// CHECK: shufflevector <8 x i32> {{.*}} <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_sort(
offload_kernel void sort(size_t n, const int x[n], offload_out int y[n])
{
    unsigned lane = offload_lane_id();
    int v = x[offload_global_id(0)];
    for (unsigned k = 2; k <= 32; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            int other = offload_lane_shuffle_xor(v, j);
            v = (((lane & k) == 0) == ((lane & j) == 0)) == (other < v) ? other : v;
        }
    y[offload_global_id(0)] = v;
}
