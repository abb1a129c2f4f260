// Shared memory that is volatile, as in programs for older GPUs, is plain memory on a CPU: threads run in vectors, and a
// loop until a shared variable changes is one that all threads of the block leave together.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - -Rpass-missed=offload -Werror 2>%t.remarks | FileCheck %s
// RUN: count 0 < %t.remarks
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_smooth(
// CHECK: fmul <8 x float>
// CHECK-NOT: run_fibres
offload_kernel void smooth(int n, int rounds, const float x[n], float y[n]) {
    offload_shared float values[258];
    offload_shared volatile int left;
    volatile float *s = values + 1;
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    s[t] = i < n ? x[i] : 0;
    if (t == 0)
        left = rounds;
    offload_barrier();
    while (left > 0) {
        float before = s[t - 1], after = s[t + 1];
        offload_barrier();
        s[t] = (before + after) * 0.25f;
        if (t == 0)
            left = left - 1;
        offload_barrier();
    }
    if (i < n)
        y[i] = s[t];
}
