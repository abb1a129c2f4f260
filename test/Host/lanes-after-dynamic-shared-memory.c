// Threads that take turns before their first lane function do so for the whole block, in the order of
// memory, also in kernels with dynamic shared memory: only its address is asked for before. Their sums are in an array then.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>
#include <offload_lanes.h>

// CHECK: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: alloca [65536 x i8], align 64
// CHECK: {{^}}}
offload_kernel void sum(unsigned n, const int x[n], unsigned blocks, int sums[blocks]) {
    int *left = offload_dynamic_shared(), sum = 0;
    unsigned t = offload_thread_id(0);
    for (unsigned i = offload_block_id(0) * 256 + t; i < n; i += 256 * offload_block_count(0))
        sum += x[i];
    sum = offload_lane_reduce_add(sum);
    if (t % 32 == 0)
        left[t / 32] = sum;
    offload_barrier();
    if (t == 0)
        for (unsigned i = 0; i < 8; i++)
            sums[offload_block_id(0)] += left[i];
}
