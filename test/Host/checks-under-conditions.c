// -foffload-check: where a thread does something under a condition, which has a check, the main loop is over the threads for
// which the condition holds, and does not ask for it again.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

offload_kernel void gather(size_t n, size_t m, const size_t from[n], const float x[m], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = x[from[i]];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_gather(
// CHECK: {{^}}thread
// CHECK: ret void
