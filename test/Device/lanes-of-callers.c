// NVIDIA GPUs: lanes that a branch has parted may call a function from two places. A function that calls lane functions gets
// the mask of the lanes of its call, so it takes no lanes of other calls for its own. Without optimisation, all functions are
// such functions.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
// RUN: rm -rf %t && %offloadcc -O0 -g --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s --check-prefix=O0 --implicit-check-not=activemask.b32 < %t/*/sm_90.ptx
// RUN: rm -rf %t && %offloadcc -O2 -DPOINTERS --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s --check-prefix=POINTER < %t/*/sm_90.ptx
#include <offload.h>

enum { N = 256 };

// The kernel's lanes vote before the branch, and both calls have a mask.
// CHECK-LABEL: .entry both_ways$(
// CHECK-NOT: activemask
// CHECK-COUNT-2: vote.sync.ballot.b32
// CHECK-COUNT-2: call.uni (retval0), sum,
// CHECK-LABEL: .func (.param .b32 func_retval0) sum(
// CHECK: ld.param.b32 [[MASK:%r[0-9]+]], [sum_param_1];
// CHECK-NOT: activemask
// CHECK: redux.sync.add.s32 {{.*}}, [[MASK]];
// O0: .func (.param .b32 func_retval0) sum(
// O0-NEXT: .param .b32 sum_param_0,
// O0-NEXT: .param .b32 sum_param_1
// O0: __offloadcc_lane_reduce32_among,
__attribute__((noinline)) static int sum(int x)
{
    return (int)offload_lane_reduce_add(x);
}

offload_kernel void both_ways(const int x[N], int y[N])
{
    size_t i = offload_global_id(0);
    if (x[i] > 3)
        y[i] = sum(x[i]);
    else
        y[i] = 3 * sum(i);
}

#ifdef POINTERS
// The pointer is compared with what it may point to.
// POINTER-LABEL: .entry through_a_pointer$(
// POINTER: vote.sync.ballot.b32
// POINTER: call.uni {{.*}}sum,
// POINTER: vote.sync.ballot.b32
// POINTER: call.uni {{.*}}most,
__attribute__((noinline)) static int most(int x)
{
    return (int)offload_lane_reduce_max(x);
}

offload_kernel void through_a_pointer(const int x[N], int y[N])
{
    size_t i = offload_global_id(0);
    int (*function)(int) = x[i] > 3 ? sum : most;
    y[i] = function(x[i]);
}
#endif
