// In a loop whose threads take turns at an array's elements, neighbouring threads' elements are
// taken at once: over the grid, and over a block.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_axpy(
// CHECK: call <8 x float> @llvm.fmuladd.v8f32(
offload_kernel void axpy(size_t n, float a, const float x[n], float y[n])
{
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        y[i] += a * x[i];
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: add <8 x i32>
offload_kernel void sum(size_t n, const unsigned x[n], unsigned out[1])
{
    unsigned sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum += x[i];
    offload_atomic_add(out, sum);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rows(
// CHECK: fmul <8 x float>
offload_kernel void rows(size_t height, size_t width, float m[height][width])
{
    size_t row = offload_block_id(0);
    for (size_t i = offload_thread_id(0); i < width; i += offload_block_size(0))
        m[row][i] *= 2;
}

// As CUDA programs write it, with ints.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_add(
// CHECK: fadd <8 x float>
offload_kernel void add(int n, const float x[n], float y[n])
{
    int index = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    int stride = (int)(offload_block_size(0) * offload_block_count(0));
    for (int i = index; i < n; i += stride)
        y[i] = x[i] + y[i];
}

// The block's size is a constant of the program.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_constant(
// CHECK: fadd <8 x float>
offload_kernel void constant(int n, const float x[n], offload_out float y[256])
{
    int t = (int)offload_thread_id(0);
    float sum = 0;
    for (int i = t; i < n; i += 256)
        sum += x[i];
    y[t] = sum;
}

// A block has a part of the array.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_parts(
// CHECK: fmul <8 x float>
offload_kernel void parts(int n, int size, float y[n])
{
    int start = (int)offload_block_id(0) * size, end = start + size;
    for (int i = start + (int)offload_thread_id(0); i < end && i < n; i += (int)offload_block_size(0))
        y[i] *= 2;
}

// The turns are counted.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_turns(
// CHECK: fmul <8 x float>
offload_kernel void turns(int n, float y[n])
{
    int t = (int)offload_global_id(0), size = (int)offload_global_size(0);
    for (int k = 0; k * size + t < n; k++)
        y[k * size + t] *= 2;
}

// Groups of 32 threads take a row each.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_groups(
// CHECK: fmul <8 x float>
offload_kernel void groups(int height, int width, float m[height][width])
{
    int t = (int)offload_thread_id(0), row = (int)offload_block_id(0) * 8 + t / 32;
    if (row < height)
        for (int i = t % 32; i < width; i += 32)
            m[row][i] *= 2;
}

void launch(size_t n, float x[], float y[], unsigned out[])
{
    offload(add, .blocks = {n})((int)n, x, y);
    offload(axpy, .threads = {n})(n, 2, x, y);
    offload(sum)(n, out, out);
    offload(rows, .blocks = {n})(n, n, (float (*)[n])x);
}
