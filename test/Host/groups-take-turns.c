// Groups of lanes that take turns at rows: the loop over turns is outside of the loop over groups, so that one turn
// reads neighbouring rows, also where warps are counted by hand.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o %t.ll
// RUN: grep -A1 '^strip.region.end' %t.ll | grep -c 'add .*!offloadcc.turns.groups' | FileCheck %s
// CHECK: 2
#include <offload.h>

offload_kernel void rows(int n, const int start[n + 1], int all, const float x[all], offload_out float y[n])
{
    int lane = (int)offload_thread_id(0) % 32, groups = (int)offload_global_size(0) / 32;
    for (int row = (int)offload_global_id(0) / 32; row < n; row += groups) {
        float sum = 0;
        for (int i = start[row] + lane; i < start[row + 1]; i += 32)
            sum += x[i];
        sum = offload_lane_reduce_add(sum);
        if (lane == 0)
            y[row] = sum;
    }
}

offload_kernel void warps(unsigned n, const int start[n + 1], int all, const float x[all], offload_out float y[n])
{
    unsigned lane = offload_thread_id(0) % 32, warps = offload_block_size(0) / 32;
    for (unsigned row = offload_block_id(0) * warps + offload_thread_id(0) / 32; row < n;
         row += warps * offload_block_count(0)) {
        float sum = 0;
        for (int i = start[row] + (int)lane; i < start[row + 1]; i += 32)
            sum += x[i];
        sum = offload_lane_reduce_add(sum);
        if (lane == 0)
            y[row] = sum;
    }
}
