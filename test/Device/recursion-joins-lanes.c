// On NVIDIA GPUs, the lanes that call a recursive function wait for each other after it. The function's calls of itself, and
// calls of what calls it, need no wait: a lane that has returned from the kernel must not wait for lanes at a barrier.
// The wait is in a branch, so that ptxas keeps it (recursion-joins-lanes-in-cubins.c).
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_80.ptx
// RUN: rm -rf %t && %offloadcc -O0 --device-only --offload-arch=sm_80 --offload-artifacts=%t %s
// RUN: FileCheck %s --check-prefix=O0 < %t/*/sm_80.ptx
#include <offload.h>

static int walk(int depth, const int *a)
{
    int local[4] = {1, 2, depth, a[depth & 3]};
    return depth == 0 ? a[3] : walk(depth - 1, local) * 3 + 5;
}

__attribute__((noinline)) static int plain(int x)
{
    return x * 3;
}

// CHECK-LABEL: .entry run$(
// CHECK: activemask.b32 [[M:%r[0-9]+]];
// CHECK: call.uni (retval0), walk,
// CHECK: mov.u32 [[LANE:%r[0-9]+]], %laneid;
// CHECK-NEXT: shr.u32 [[SHIFTED:%r[0-9]+]], [[M]], [[LANE]];
// CHECK-NEXT: and.b32 {{%r[0-9]+}}, [[SHIFTED]], 1;
// CHECK: @%p{{[0-9]+}} bra [[REST:\$L__BB[0-9_]+]];
// CHECK-NEXT: bar.warp.sync [[M]];
// CHECK-NEXT: [[REST]]:
// CHECK: bar.sync 0;
// CHECK-NOT: activemask
// CHECK: call.uni (retval0), plain,
// CHECK-NOT: bar.warp.sync
// CHECK: ret;
// CHECK-LABEL: .func (.param .b32 func_retval0) walk(
// CHECK-NOT: bar.warp.sync
// CHECK: call.uni (retval0), walk,
// CHECK-NOT: bar.warp.sync
// CHECK: ret;
offload_kernel void run(int n, int out[n], const int in[4])
{
    offload_shared int shared[256];
    unsigned i = offload_global_id(0), thread = offload_thread_id(0);
    if (i >= n)
        return;
    shared[thread] = walk(i & 3, in);
    offload_barrier();
    out[i] = plain(shared[thread ^ 1]);
}

// O0-LABEL: {{^}}.visible .entry run$(
// O0-NOT: bar.warp.sync
// O0-LABEL: {{^}}.func run_$_kernel(
// O0: call.uni (retval0), walk,
// O0: bar.warp.sync
// O0-NOT: bar.warp.sync
