// What a thread adds up in a loop with barriers is in one array before the loop, in its turns and after
// it: threads do not copy it from one array to the next.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// The second number of a frame is the bytes that each thread of a block has.
// CHECK: @__offloadcc_k_frame_tree = {{.*}} { i64 {{[0-9]+}}, i64 4,
offload_kernel void tree(size_t n, const int x[n], size_t blocks, int sums[blocks]) {
    int *left = offload_dynamic_shared();
    unsigned t = offload_thread_id(0);
    int sum = x[offload_global_id(0)];
    left[t] = sum;
    offload_barrier();
    for (unsigned d = offload_block_size(0) / 2; d > 0; d >>= 1) {
        if (t < d)
            left[t] = sum = sum + left[t + d];
        offload_barrier();
    }
    sums[offload_block_id(0)] = sum;
}
