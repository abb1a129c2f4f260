// -foffload-check: what a kernel compares may say that a neighbour's element of a shared array is inside, where the size of
// the block does not. Then the block runs without this check, in vectors, also if threads have returned before.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -foffload-check -Wno-offload -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

enum { SIZE = 256 };

offload_kernel void before(int n, const float x[n], float y[n])
{
    offload_shared float s[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    if (i >= n)
        return;
    s[t] = x[i];
    offload_barrier();
    y[i] = s[t] - (t > 0 ? s[t - 1] : 0);
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_before(
// CHECK-NOT: outside_fail
// CHECK: fsub <8 x float>
// CHECK: ret void

offload_kernel void after(int n, const float x[n], float y[n])
{
    offload_shared float s[SIZE];
    unsigned t = offload_thread_id(0);
    size_t i = offload_global_id(0);
    s[t] = i < (size_t)n ? x[i] : 0;
    offload_barrier();
    if (i < (size_t)n)
        y[i] = s[t] - (t + 1 < SIZE ? s[t + 1] : 0);
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_after(
// CHECK-NOT: outside_fail
// CHECK: fsub <8 x float>
// CHECK: ret void
