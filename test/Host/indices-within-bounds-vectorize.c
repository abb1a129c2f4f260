// An index that is kept within bounds is plain but at the ends of a row: loops over threads are
// vectorised where it is, without gathers.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - > %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: not grep llvm.masked.gather %t.ll
#include <offload.h>

static int inside(int i, int count) {
    return i < 0 ? 0 : i < count ? i : count - 1;
}

// The edge goes on forever; the offset is a loop's counter.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_blur(
// CHECK: call <8 x float> @llvm.fmuladd.v8f32(
offload_kernel void blur(int width, int height, int radius, const float weights[2 * radius + 1],
                         const float in[height * width], offload_out float out[height * width]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum += weights[i + radius] * in[y * width + inside(x + i, width)];
    out[y * width + x] = sum;
}

// The loop is short enough to be unrolled.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_smooth(
// CHECK: fadd <8 x float>
offload_kernel void smooth(int n, const float in[n], offload_out float out[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -2; k <= 2; k++)
        sum += in[inside(i + k, n)];
    out[i] = sum;
}

// The edges are joined, and one of the neighbours is needed in some threads only.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_live(
// CHECK: load <32 x i8>
// CHECK: store <32 x i8>
offload_kernel void live(size_t n, const unsigned char in[n], offload_out unsigned char out[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    size_t left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
    unsigned char neighbours = in[left] + in[right];
    out[i] = neighbours == 1 || (neighbours == 2 && in[i]);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_slope(
// CHECK: fsub <{{[48]}} x double>
offload_kernel void slope(unsigned n, const double in[n], offload_out double out[n]) {
    unsigned i = (unsigned)offload_global_id(0);
    if (i < n)
        out[i] = in[i + 1 < n ? i + 1 : n - 1] - in[i > 0 ? i - 1 : 0];
}

// Both neighbours in both directions, in 64 bits: LLVM makes saturating subtractions and additions of comparisons.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_spread(
// CHECK: fadd <8 x float>
offload_kernel void spread(size_t n, const float in[n][n], offload_out float out[n][n]) {
    size_t c = offload_global_id(0), r = offload_global_id(1);
    if (r >= n || c >= n)
        return;
    size_t north = r == 0 ? 0 : r - 1, south = r == n - 1 ? r : r + 1;
    size_t west = c == 0 ? 0 : c - 1, east = c == n - 1 ? c : c + 1;
    out[r][c] = in[north][c] + in[south][c] + in[r][west] + in[r][east];
}

void launch(int w, int h, const float in[], float out[], const unsigned char bytes[],
            unsigned char next[], const double from[], double to[]) {
    offload(blur, .threads = {(size_t)w, (size_t)h})(w, h, 8, in, in, out);
    offload(smooth, .threads = {(size_t)w})(w, in, out);
    offload(live, .threads = {(size_t)w})((size_t)w, bytes, next);
    offload(spread, .threads = {(size_t)w, (size_t)w})((size_t)w, (const float (*)[w])in, (float (*)[w])out);
    offload(slope, .threads = {(size_t)w})((unsigned)w, from, to);
}
