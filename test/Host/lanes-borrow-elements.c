// Lanes take turns at a row's elements, and in the last turn only some have one. The others do the same as one that has,
// and drop the result: without a branch for each lane, the pieces of the last turn are vectors, and the lanes' sums stay in
// registers. That is so where data chooses elements, and where the processor has no loads with masks.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O2 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rows(
// CHECK: call {{.*}}@llvm.umin
// CHECK: select <{{[48]}} x i1> %{{[^ ]*}}, <{{[48]}} x float>
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_rows(
offload_kernel void rows(int n, const unsigned start[n + 1], int all, const unsigned column[all], const float v[all],
                         int m, const float x[m], offload_out float y[n])
{
    int row = (int)(offload_global_id(0) / 32);
    if (row >= n)
        return;
    float sum = 0;
    for (unsigned i = start[row] + offload_lane_id(); i < start[row + 1]; i += 32)
        sum += v[i] * x[column[i]];
    sum = offload_lane_reduce_add(sum);
    if (offload_lane_id() == 0)
        y[row] = sum;
}
