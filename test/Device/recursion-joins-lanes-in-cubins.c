// The waits of recursion-joins-lanes.c are in the code that ptxas makes. Where it takes the lanes to be together, as after
// the first call here, ptxas 13.0 drops a wait that is not in a branch.
//
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %offloadcc -O2 -save-temps -c --offload-arch=sm_90 %s
// RUN: %python -B %S/Inputs/warpsyncs.py recursion-joins-lanes-in-cubins-sm_90.cubin 'run$' | FileCheck %s
// CHECK: waits: {{[2-9]}}
#include <offload.h>

static int walk(int depth, const int *a)
{
    int local[4] = {1, 2, depth, a[depth & 3]};
    return depth == 0 ? a[3] : walk(depth - 1, local) * 3 + 5;
}

offload_kernel void run(int n, int out[n], const int in[4])
{
    offload_shared int shared[256];
    unsigned i = offload_global_id(0), thread = offload_thread_id(0);
    shared[thread] = walk(i & 3, in);
    offload_barrier();
    int second = walk(i & 1, in);
    if (i < n)
        out[i] = shared[thread ^ 1] + second;
}
