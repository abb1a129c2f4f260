// Threads that leave a loop at different times stay together until few are left in it: vectors hold their
// values. What a thread does where it leaves the loop is done after it. Where a turn
// cannot be done again, or its loads are far apart, each thread runs the loop alone.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <math.h>
#include <offload.h>

static float escape(double cx, double cy, int limit) {
    double x = 0, y = 0;
    for (int i = 0; i < limit; i++) {
        double square_x = x * x, square_y = y * y;
        if (square_x + square_y > 4)
            return log2f((float)i);
        y = 2 * x * y + cy;
        x = square_x - square_y + cx;
    }
    return -1;
}

offload_kernel void mandelbrot(size_t n, double cy, offload_out float out[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        out[i] = escape((double)i * 0.01, cy, 100);
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_mandelbrot(
// CHECK-COUNT-4: call <4 x double> @llvm.fmuladd.v4f64(
// CHECK: call i32 @llvm.vector.reduce.add
// CHECK: call float @llvm.log2.f32(
// CHECK: ret void

// The compiler has it in vectors at -O1, too, where clang has none of its own.
// RUN: %offloadcc -O1 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s --check-prefix=O1
// O1-LABEL: define {{.*}}@__offloadcc_k_blocks_mandelbrot(
// O1: call <4 x double> @llvm.fmuladd.v4f64(
// O1: ret void

// Not all threads come to the loop.
offload_kernel void roots(size_t n, const float x[n], offload_out float out[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    if (x[i] < 0) {
        out[i] = -1;
        return;
    }
    float y = x[i] + 1;
    for (int turn = 0; turn < 40; turn++) {
        float next = 0.5f * (y + x[i] / y);
        if (next == y)
            break;
        y = next;
    }
    out[i] = y;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_roots(
// CHECK: fdiv <8 x float>
// CHECK: call i32 @llvm.vector.reduce.add
// CHECK: ret void

offload_kernel void counts(size_t n, const int low[n], int found[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    int k = low[i];
    while (k % 7 != 3) {
        k += 5;
        found[i]++;
    }
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_counts(
// CHECK-NOT: @llvm.vector.reduce.add
// CHECK: ret void

offload_kernel void lower_bound(size_t n, size_t m, const float table[m], const float keys[n],
                                offload_out size_t at[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    size_t low = 0, high = m;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (table[middle] < keys[i])
            low = middle + 1;
        else
            high = middle;
    }
    at[i] = low;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_lower_bound(
// CHECK-NOT: @llvm.vector.reduce.add
// CHECK: ret void
