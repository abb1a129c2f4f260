// Where only the second or third dimension goes along the rows of arrays, threads that are
// neighbours in that dimension run together in vectors.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - -Rpass-missed=offload 2>%t.remarks | FileCheck %s
// RUN: count 0 < %t.remarks
#include <offload.h>

offload_kernel void product(int rows, int columns, int depth, const float a[rows][depth],
                            const float b[depth][columns], float c[rows][columns]) {
    int i = (int)offload_global_id(0), j = (int)offload_global_id(1);
    if (i >= rows || j >= columns)
        return;
    float sum = 0;
    for (int k = 0; k < depth; k++)
        sum += a[i][k] * b[k][j];
    c[i][j] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_product(
// CHECK: fmuladd.v8f32
// CHECK: ret void

offload_kernel void spread(int n, const float in[n][n][n], float out[n][n][n]) {
    int i = (int)offload_global_id(0), j = (int)offload_global_id(1),
        k = (int)offload_global_id(2);
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1)
        out[i][j][k] = in[i - 1][j][k] + in[i + 1][j][k] + in[i][j - 1][k] + in[i][j + 1][k] +
                       in[i][j][k - 1] + in[i][j][k + 1];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_spread(
// CHECK: fadd <8 x float>
// CHECK: ret void
