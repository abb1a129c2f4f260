// What only the first or the last thread of a block does is not in the vectorised loop over the others.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v4 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=scatter
#include <offload.h>

#define KERNEL(name, thread)                                                                                           \
    offload_kernel void name(size_t n, const float in[n], float out[n], float ends[n])                                 \
    {                                                                                                                  \
        offload_shared float shared[256];                                                                              \
        unsigned me = offload_thread_id(0);                                                                            \
        size_t i = offload_global_id(0);                                                                               \
        shared[me] = i < n ? in[i] : 0;                                                                                \
        offload_barrier();                                                                                             \
        if (i < n)                                                                                                     \
            out[i] = shared[255 - me] * 3;                                                                             \
        if (me == (thread))                                                                                            \
            ends[offload_block_id(0)] = shared[me];                                                                    \
    }

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_first(
// CHECK: fmul <{{8|16}} x float>
KERNEL(first, 0)

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_last(
// CHECK: fmul <{{8|16}} x float>
KERNEL(last, 255)

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_last_of_any(
// CHECK: fmul <{{8|16}} x float>
KERNEL(last_of_any, offload_block_size(0) - 1)

// Both ends: the elements beside a stencil's block.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_both(
// CHECK: fadd <{{8|16}} x float>
offload_kernel void both(size_t n, const float in[n], float out[n])
{
    offload_shared float shared[258];
    unsigned me = offload_thread_id(0);
    size_t i = offload_global_id(0);
    shared[me + 1] = in[i < n ? i : 0];
    if (me == 0)
        shared[0] = i ? in[i - 1] : 0;
    if (me == 255)
        shared[257] = i + 1 < n ? in[i + 1] : 0;
    offload_barrier();
    if (i < n)
        out[i] = shared[me] + shared[me + 1] + shared[me + 2];
}
