// Threads take several neighbouring elements each, and compare the last one's index with the array's end: vectors hold the
// elements of several threads.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_pairs(
// CHECK: shufflevector <8 x float>
offload_kernel void pairs(int n, float a, const float x[n], float y[n])
{
    int i = 2 * (int)offload_global_id(0);
    if (i + 1 < n) {
        y[i] += a * x[i];
        y[i + 1] += a * x[i + 1];
    }
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_fours(
// CHECK: shufflevector <8 x float>
offload_kernel void fours(size_t n, float a, const float x[n], float y[n])
{
    size_t i = 4 * offload_global_id(0);
    if (i + 4 > n)
        return;
    for (int k = 0; k < 4; k++)
        y[i + k] += a * x[i + k];
}
