// NVIDIA GPUs: the lanes that come from several cases of a switch to a lane function, though not all of the warp do, have
// been found by a vote before the switch. Where they are is not asked at the lane function: some may not be there yet.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s --implicit-check-not=activemask < %t/*/sm_90.ptx
#include <offload.h>

enum { N = 256 };

// A case returns.
// CHECK-LABEL: .entry after_return
// CHECK: vote.sync.ballot.b32 [[MASK:%r[0-9]+]]
// CHECK: shfl.sync.down.b32 {{.*}}, [[MASK]];
offload_kernel void after_return(const unsigned x[N], unsigned y[N], unsigned z[N])
{
    size_t i = offload_global_id(0);
    unsigned a = x[i];
    switch (a) {
    case 0:
        y[i] = a * 3;
        break;
    case 1:
        return;
    case 7:
        z[i] = a + 1;
        break;
    default:
        y[i + 1] = z[a];
    }
    y[i] += offload_lane_shuffle_down(a, 2);
}

// A case goes on into the next one.
// CHECK-LABEL: .entry into_next
// CHECK: vote.sync.ballot.b32 [[MASK:%r[0-9]+]]
// CHECK: redux.sync.add.s32 {{.*}}, [[MASK]];
offload_kernel void into_next(const unsigned x[N], unsigned y[N], unsigned z[N])
{
    size_t i = offload_global_id(0);
    unsigned a = x[i];
    switch (a) {
    case 3:
        z[i] = a * 3;
        // fall through
    case 4:
        y[i] = offload_lane_reduce_add(a);
        break;
    case 5:
        z[i + 1] = a;
        break;
    default:
        y[i + 1] = z[a];
    }
}
