// A thread's small arrays are registers. Where threads that are neighbours access memory far from
// each other, what a thread keeps from barrier to barrier is together in memory, and vectors do
// several elements of one thread.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

enum { TILE = 64, DEPTH = 8, PART = 8 };

offload_kernel void product(int n, const float a[n * n], const float b[n * n], float c[n * n]) {
    offload_shared float of_a[TILE * DEPTH], of_b[DEPTH * TILE];
    int t = (int)offload_thread_id(0), column = t % (TILE / PART), row = t / (TILE / PART);
    float sums[PART * PART] = {0}, left[PART], right[PART];
    a += offload_block_id(1) * TILE * (unsigned)n;
    b += offload_block_id(0) * TILE;
    c += offload_block_id(1) * TILE * (unsigned)n + offload_block_id(0) * TILE;
    for (int k = 0; k < n; k += DEPTH) {
        for (int i = 0; i < TILE; i += DEPTH)
            of_a[(t / DEPTH + i) * DEPTH + t % DEPTH] = a[(t / DEPTH + i) * n + t % DEPTH];
        for (int i = 0; i < DEPTH; i++)
            of_b[i * TILE + t] = b[i * n + t];
        offload_barrier();
        a += DEPTH;
        b += DEPTH * n;
        for (int d = 0; d < DEPTH; d++) {
            for (int i = 0; i < PART; i++)
                left[i] = of_a[(row * PART + i) * DEPTH + d];
            for (int i = 0; i < PART; i++)
                right[i] = of_b[d * TILE + column * PART + i];
            for (int i = 0; i < PART; i++)
                for (int j = 0; j < PART; j++)
                    sums[i * PART + j] += left[i] * right[j];
        }
        offload_barrier();
    }
    for (int i = 0; i < PART; i++)
        for (int j = 0; j < PART; j++)
            c[(row * PART + i) * n + column * PART + j] = sums[i * PART + j];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_product(
// CHECK-NOT: alloca [64 x float]
// CHECK: fmuladd.v8f32
// CHECK: ret void

// Arrays of one element too, as where a program's elements per thread are a macro.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_single(
// CHECK: fmul <8 x float>
enum { EACH = 1 };
offload_kernel void single(size_t n, size_t m, const float a[m], const float x[n], float y[n]) {
    size_t first = offload_block_id(0) * offload_block_size(0) * EACH + offload_thread_id(0);
    float total[EACH], at[EACH];
    for (size_t i = 0; i < EACH; i++) {
        total[i] = 0;
        at[i] = x[first + i * offload_block_size(0)];
    }
    for (size_t j = 0; j < m; j++)
        for (size_t i = 0; i < EACH; i++)
            total[i] += at[i] < a[j] ? at[i] * a[j] : 0;
    for (size_t i = 0; i < EACH; i++)
        y[first + i * offload_block_size(0)] = total[i];
}
