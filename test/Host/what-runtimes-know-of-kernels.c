// The runtime learns of each kernel whether a block may wait for another, which one core alone must not run, and whether
// blocks can be made smaller (glue/preamble.h: 2 is always set).
//
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// Nothing waits for what a histogram adds. CHECK-DAG: @__offloadcc_k_frame_add = {{.*}} i64 10, ptr null }
offload_kernel void add(int n, const int x[n], int sums[64])
{
    unsigned i = offload_global_id(0);
    for (int k = 0; i < n && k < 4; k++)
        offload_atomic_add(&sums[(x[i] + k) & 63], 1);
}

// CHECK-DAG: @__offloadcc_k_frame_await = {{.*}} i64 14, ptr null }
offload_kernel void await(int n, int flag[1], int out[n])
{
    unsigned i = offload_global_id(0);
    if (i == 0)
        offload_atomic_store(flag, 1);
    while (!offload_atomic_load(flag))
        ;
    if (i < n)
        out[i] = 1;
}

// CHECK-DAG: @__offloadcc_k_frame_await_volatile = {{.*}} i64 14, ptr null }
offload_kernel void await_volatile(int n, volatile int flag[1], int out[n])
{
    unsigned i = offload_global_id(0);
    if (i == 0)
        *flag = 1;
    while (!*flag)
        ;
    if (i < n)
        out[i] = 1;
}

// CHECK-DAG: @__offloadcc_k_frame_sizes_of_blocks = {{.*}} i64 2, ptr null }
offload_kernel void sizes_of_blocks(int n, int out[n])
{
    unsigned i = offload_global_id(0);
    if (i < n)
        out[i] = (int)offload_block_size(0);
}

// CHECK-DAG: @__offloadcc_k_frame_heights_of_blocks = {{.*}} i64 10, ptr null }
offload_kernel void heights_of_blocks(int n, int out[n])
{
    unsigned i = offload_global_id(0);
    if (i < n)
        out[i] = (int)offload_block_size(1);
}

// CHECK-DAG: @__offloadcc_k_frame_blocks = {{.*}} i64 3, ptr null }
offload_kernel void blocks(int n, int out[n])
{
    unsigned i = offload_global_id(0);
    if (i < n)
        out[i] = (int)offload_block_id(0);
}
