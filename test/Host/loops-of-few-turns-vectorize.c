// A thread has four neighbouring elements, and asks for each whether it exists. In blocks where all exist, nothing is
// asked, and no load is masked.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - -Rpass-missed=offload -Werror | FileCheck %s
#include <offload.h>

enum { EACH = 4 };

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_scale(
// CHECK-NOT: llvm.masked
// CHECK: call <32 x float> @llvm.fmuladd.v32f32(
// CHECK-NOT: llvm.masked
// CHECK-LABEL: define
offload_kernel void scale(int n, const float x[n], float y[n]) {
    int first = (int)offload_global_id(0) * EACH;
    for (int k = 0; k < EACH; k++)
        if (first + k < n)
            y[first + k] = x[first + k] * 2 + 1;
}
