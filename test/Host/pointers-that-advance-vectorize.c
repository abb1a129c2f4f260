// A pointer, or an index, that each thread moves on by the same amount is as good for vectors as an
// index that is computed in each turn.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - -Rpass-missed=offload 2>%t.remarks | FileCheck %s
// RUN: count 0 < %t.remarks
#include <offload.h>

offload_kernel void pointers(int n, const float a[n * n], const float b[n * n], float c[n * n]) {
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    if (column >= n || row >= n)
        return;
    const float *from_a = a + row * n, *from_b = b + column;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += *from_a++ * *from_b;
        from_b += n;
    }
    c[row * n + column] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_pointers(
// CHECK: fmuladd.v8f32
// CHECK: ret void

offload_kernel void indices(int n, const float a[n * n], const float b[n * n], float c[n * n]) {
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    if (column >= n || row >= n)
        return;
    int from_a = row * n, from_b = column;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += a[from_a++] * b[from_b];
        from_b += n;
    }
    c[row * n + column] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_indices(
// CHECK: fmuladd.v8f32
// CHECK: ret void

// With barriers: no thread's pointer is kept in memory, so nothing is gathered.
offload_kernel void sums(int n, int turns, const float a[n * turns], offload_out float out[n]) {
    offload_shared float parts[256];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0), at = i;
    float sum = 0;
    for (int k = 0; k < turns; k++) {
        parts[t] = a[at];
        at += n;
        offload_barrier();
        sum += parts[255 - t];
        offload_barrier();
    }
    out[i] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sums(
// CHECK-NOT: masked.gather
// CHECK: load <8 x float>
// CHECK: fadd <8 x float>
// CHECK: ret void
