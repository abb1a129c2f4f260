// Kernels with barriers in loops become vectorised loops over threads, not coroutines: a tiled matrix
// product, a scan in shared memory, a block reduction.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - > %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: not grep __offloadcc_run_fibres %t.ll
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_product(
// CHECK: call <8 x float> @llvm.fmuladd.v8f32(
offload_kernel void product(int n, const float a[n * n], const float b[n * n], float c[n * n]) {
    offload_shared float rows[16][16];
    offload_shared float columns[16][16];
    int x = (int)offload_thread_id(0), y = (int)offload_thread_id(1);
    int column = (int)offload_block_id(0) * 16 + x, row = (int)offload_block_id(1) * 16 + y;
    float sum = 0;
    for (int tile = 0; tile < n; tile += 16) {
        rows[y][x] = row < n && tile + x < n ? a[row * n + tile + x] : 0;
        columns[y][x] = tile + y < n && column < n ? b[(tile + y) * n + column] : 0;
        offload_barrier();
        for (int k = 0; k < 16; k++)
            sum += rows[y][k] * columns[k][x];
        offload_barrier();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_scan(
// CHECK: load <{{[48]}} x i32>
// CHECK: add {{(nsw )?}}<{{[48]}} x i32>
offload_kernel void scan(size_t n, const int in[n], int out[n]) {
    offload_shared int sums[256];
    unsigned t = offload_thread_id(0);
    size_t i = offload_global_id(0);
    sums[t] = i < n ? in[i] : 0;
    offload_barrier();
    for (unsigned step = 1; step < offload_block_size(0); step *= 2) {
        int other = t >= step ? sums[t - step] : 0;
        offload_barrier();
        sums[t] += other;
        offload_barrier();
    }
    if (i < n)
        out[i] = sums[t];
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: fadd <8 x float>
offload_kernel void sum(size_t n, const float in[n], float out[1]) {
    float mine = 0;
    offload_for (i, n)
        mine += in[i];
    float all = offload_block_reduce_add(mine);
    if (offload_thread_id(0) == 0)
        offload_atomic_add(out, all);
}

void launch(size_t n, const float a[], const float b[], float c[], const int in[], int out[]) {
    offload(product, .threads = {n, n}, .block_size = {16, 16})((int)n, a, b, c);
    offload(scan, .threads = {n})(n, in, out);
    offload(sum, .threads = {n})(n, a, c);
}
