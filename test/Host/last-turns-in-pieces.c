// Lanes take turns at a row's elements, and in the last turn only some have one: vectors of 8 lanes in which none has one
// are skipped. Where the other lanes do something too, all lanes run.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rows(
// CHECK-DAG: {{^}}rest.ask{{.*}}:
// CHECK-DAG: call {{.*}}<8 x float> @llvm.masked.load.v8f32
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_rows(
offload_kernel void rows(int n, const int start[n + 1], int all, const float x[all], offload_out float y[n])
{
    int row = (int)(offload_global_id(0) / 32);
    if (row >= n)
        return;
    float sum = 0;
    for (int i = start[row] + (int)offload_lane_id(); i < start[row + 1]; i += 32)
        sum += x[i];
    sum = offload_lane_reduce_add(sum);
    if (offload_lane_id() == 0)
        y[row] = sum;
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_idle(
// CHECK-NOT: {{^}}rest.ask
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_idle(
offload_kernel void idle(int n, const int start[n + 1], int all, const float x[all], offload_out float y[n])
{
    int row = (int)(offload_global_id(0) / 32), lane = (int)offload_lane_id();
    if (row >= n)
        return;
    float sum = 0;
    for (int i = start[row]; i < start[row + 1]; i += 32)
        if (i + lane < start[row + 1])
            sum += x[i + lane];
        else
            sum -= 1;
    sum = offload_lane_reduce_add(sum);
    if (lane == 0)
        y[row] = sum;
}
