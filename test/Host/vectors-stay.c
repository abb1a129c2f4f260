// A kernel that computes with vectors of its own keeps them.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

typedef float pair __attribute__((vector_size(8)));
typedef float four __attribute__((vector_size(16)));

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_four_at_once(
// CHECK-NOT: load float
// CHECK: load <4 x float>
// CHECK: fmul <4 x float>
// CHECK-NOT: store float
// CHECK: ret void
offload_kernel void four_at_once(size_t n, float a, four x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] = x[i] * a;
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_two_at_once(
// CHECK: load <2 x float>
// CHECK: fmul <2 x float>
// CHECK: ret void
offload_kernel void two_at_once(size_t n, float a, pair x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] = x[i] * a;
}

void launch(size_t n, four fours[], pair pairs[])
{
    offload(four_at_once, .threads = {n})(n, 2, fours);
    offload(two_at_once, .threads = {n})(n, 2, pairs);
}
