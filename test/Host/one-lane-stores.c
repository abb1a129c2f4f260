// After a reduction, one lane of each group stores. The loop over lanes for that runs for this lane alone: there is no
// vector with a mask of one lane. So it is where that lane has a loop: no loop counts 32 lanes.
//
// REQUIRES: x86_64
// RUN: %offloadcc --offload-arch=none -O3 -march=znver4 -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// CHECK-NOT: call {{.*}}llvm.masked.scatter
#include <offload.h>

offload_kernel void sums(int n, const int x[n], int y[n / 32]) {
    int i = (int)offload_global_id(0);
    int sum = offload_lane_reduce_add(x[i]);
    if (offload_lane_id() == 0)
        y[i / 32] = sum;
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rows(
// CHECK-NOT: icmp eq i64 {{.*}}, 32{{$}}
// CHECK: ret void
offload_kernel void rows(int count, const int n[count], const int x[count * 32], int y[count][8]) {
    size_t i = offload_global_id(0);
    int sum = offload_lane_reduce_add(x[i]);
    if (offload_lane_id() == 0)
        for (int k = 0; k < n[i / 32]; k++)
            y[i / 32][k] = sum + k;
}
