// Where threads outside of the array return before a barrier, all blocks have loops over threads, in vectors. In a block
// that is inside of the array, the loops do not ask which threads have returned.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -Wno-offload-divergent-barrier -S -emit-llvm %s -o - -Rpass-missed=offload 2>%t.remarks | FileCheck %s
// RUN: count 0 < %t.remarks
#include <offload.h>

enum { SIZE = 256 };

offload_kernel void reversed(int n, const float in[n], float out[n]) {
    offload_shared float part[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    if (i >= n)
        return;
    part[t] = in[i] * 2;
    offload_barrier();
    out[i] = part[t] + part[SIZE - 1 - t];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_reversed(
// CHECK: call {{.*}}@__offloadcc_choose(

void run(int n, const float in[n], float out[n]) {
    offload(reversed, .blocks = {4}, .block_size = {SIZE})(n, in, out);
}
// CHECK-LABEL: define {{.*}}@__offloadcc_choose(
// CHECK: {{^}}direct:
// CHECK: fmul <8 x float>
// CHECK: fadd <8 x float>
// CHECK: {{^}}general:
// CHECK-NOT: call {{.*}}@__offloadcc_run_fibres(
// CHECK: fadd <8 x float>
// CHECK-NOT: call {{.*}}@__offloadcc_run_fibres(
