// -foffload-check: threads that come to a check only under a condition run in vectors where it holds for all of them, and
// those that do not come to it are left out, as in a reduction.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -foffload-check -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

offload_kernel void sum(int n, const float x[n], float sums[n])
{
    offload_shared float s[256];
    unsigned t = offload_thread_id(0);
    int i = (int)offload_global_id(0);
    s[t] = i < n ? x[i] : 0;
    offload_barrier();
    for (unsigned left = offload_block_size(0); left > 1; left -= left / 2) {
        if (t < left / 2)
            s[t] += s[t + left - left / 2];
        offload_barrier();
    }
    if (t == 0)
        sums[offload_block_id(0)] = s[0];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: fadd <8 x float>
// CHECK: ret void
