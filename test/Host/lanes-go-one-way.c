// `if (thread < 64)`, where the constant is a multiple of the lanes, has one outcome for all lanes of
// a group. So its code is one for vectors, also without masks, and groups on the other side do
// nothing: one that keeps its sum keeps it where it is.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o %t.ll
// RUN: grep -c 'fadd float' %t.ll | FileCheck --check-prefix=SCALAR %s
// RUN: grep -c 'fadd <' %t.ll | FileCheck --check-prefix=VECTORS %s
#include <offload.h>

// Only code for blocks of other sizes adds single numbers.
// SCALAR: {{^(1[0-5]|[0-9])$}}
// VECTORS: {{^([4-9][0-9]|[1-9][0-9][0-9])$}}
offload_kernel void halves(size_t n, const float x[n], size_t blocks, float sums[blocks]) {
    offload_shared float left[256];
    unsigned thread = (unsigned)offload_thread_id(0);
    float sum = x[offload_global_id(0)];
    left[thread] = sum;
    offload_barrier();
    if (thread < 128)
        left[thread] = sum = sum + left[thread + 128];
    offload_barrier();
    if (thread < 64)
        left[thread] = sum = sum + left[thread + 64];
    offload_barrier();
    if (thread < 32) {
        sum += left[thread + 32];
        sum = offload_lane_reduce_add(sum);
    }
    if (thread == 0)
        sums[offload_block_id(0)] = sum;
}

void run(size_t n, const float *x, size_t blocks, float *sums) {
    offload(halves, .blocks = {blocks}, .block_size = {256})(n, x, blocks, sums);
}
