// NVIDIA GPUs: which lanes are left after some have left a loop or the kernel from a branch in a branch, the lanes vote about
// once all have come to the end of the outer branch. No lane function asks who is there.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s --implicit-check-not=activemask < %t/*/sm_90.ptx
// RUN: rm -rf %t && %offloadcc -O0 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s --implicit-check-not=activemask.b32 --check-prefix=O0 < %t/*/sm_90.ptx
#include <offload.h>

enum { N = 256 };

// CHECK: vote.sync.ballot.b32
// CHECK: vote.sync.ballot.b32 [[LEFT:%r[0-9]+]],
// CHECK: redux.sync.add.s32 {{.*}}, [[LEFT]];
// O0: .entry
offload_kernel void leave_a_loop(const int x[N], int y[N])
{
    size_t i = offload_global_id(0);
    int sum = 0;
    for (int turn = 0; turn < 6; turn++) {
        if (x[i] > turn) {
            y[i] = sum;
            if (x[i + 1] == turn + 2)
                break;
            sum += x[i + turn];
        }
        sum += offload_lane_reduce_add(1);
    }
    y[i] = sum;
}

offload_kernel void leave_the_kernel(const int x[N], int y[N])
{
    size_t i = offload_global_id(0);
    if (x[i] > 1) {
        y[i] = 9;
        if (x[i + 1] == 3)
            return;
        y[i + 1] = 5;
    }
    y[i] = offload_lane_reduce_add(x[i]);
}

offload_kernel void jump(const int x[N], int y[N])
{
    size_t i = offload_global_id(0);
    int sum = 0, turn = 0;
again:
    if (x[i] > 2)
        goto other;
    sum += offload_lane_reduce_add(turn);
    if (x[i] == 0)
        goto end;
other:
    sum += offload_lane_reduce_max(turn);
    if (++turn < x[i])
        goto again;
end:
    y[i] = sum;
}
