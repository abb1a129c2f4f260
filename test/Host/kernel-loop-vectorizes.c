// On the CPU, the threads of a block are a loop over the kernel's own code that LLVM vectorises:
// nothing is called in it, and no index is kept in memory.
//
// RUN: %offloadcc -O2 -mavx2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

static float scaled(float a, float x)
{
    return a * x;
}

static size_t me(void)
{
    return offload_global_id(0);
}

offload_kernel void axpy(size_t n, float a, const float x[n], float y[n])
{
    size_t i = me();
    if (i < n)
        y[i] += scaled(a, x[i]);
}
// CHECK-LABEL: define internal void @__offloadcc_k_blocks_axpy(
// CHECK-NOT: call {{.*}}@__offloadcc
// CHECK: <8 x float>
// CHECK-NOT: call {{.*}}@__offloadcc
// CHECK: ret void
