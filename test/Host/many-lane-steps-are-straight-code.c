// Hundreds of lane functions one after the other, as in a sort in registers: the loops over lanes
// are vectors before LLVM's optimiser sees them, to which they would be a block each. The time to
// compile would grow with the square of their number.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -S -emit-llvm -Xclang -disable-llvm-passes -Wno-offload-no-image %s -o - | FileCheck %s
// RUN: %offloadcc -O2 -S -emit-llvm -Xclang -disable-llvm-passes -Wno-offload-no-image -DFEW %s -o - | FileCheck %s --check-prefix=FEW
#include <offload.h>

#define STEP(by) other = offload_lane_shuffle_xor(v, by); v = lane & by ? v > other ? v : other : v < other ? v : other ^ 1;
#define STEPS STEP(1) STEP(2) STEP(4) STEP(8) STEP(16)

offload_kernel void sort(size_t n, const int x[n], int y[n])
{
    size_t i = offload_global_id(0);
    unsigned lane = offload_lane_id();
    int v = x[i], other;
    STEPS STEPS
#ifndef FEW
    STEPS STEPS STEPS STEPS STEPS STEPS STEPS STEPS STEPS STEPS
#endif
    y[i] = v;
}

// CHECK-LABEL: define internal void @__offloadcc_k_body_sort.groups(
// CHECK-COUNT-100: call <4 x i32> @llvm.smax.v4i32
// CHECK: {{^}$}}

// FEW-LABEL: define internal void @__offloadcc_k_body_sort.groups(
// FEW-NOT: call <4 x i32> @llvm.smax.v4i32
// FEW: {{^}$}}
