// Atomics on a block's shared memory are plain operations, as a block is on one core: also where the kernel keeps the memory's
// address in a variable over barriers, which is CUDA's form of `extern __shared__`.
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_dynamic(
// CHECK-NOT: atomicrmw add
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_dynamic(
offload_kernel void dynamic(int n, const unsigned char x[n], int out[256])
{
    int *h = offload_dynamic_shared();
    h[offload_thread_id(0)] = 0;
    offload_barrier();
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0))
        offload_atomic_add(&h[x[i]], 1);
    offload_barrier();
    out[offload_thread_id(0)] = h[offload_thread_id(0)];
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_within(
// CHECK-NOT: atomicrmw add
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_within(
offload_kernel void within(int n, int first, const unsigned char x[n], int out[256])
{
    offload_shared int buffer[320];
    int *h = &buffer[first];
    h[offload_thread_id(0)] = 0;
    offload_barrier();
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0))
        offload_atomic_add(&h[x[i]], 1);
    offload_barrier();
    out[offload_thread_id(0)] = h[offload_thread_id(0)];
}
