// A loop that all threads of a row run alike goes outside of the loop over threads, which is then
// vectorised: for 64 threads at once, whose sums stay in registers, and for what is left of a row.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

offload_kernel void multiply(size_t size, const float left[size][size],
                             const float right[size][size], offload_out float out[size][size])
{
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= size || column >= size)
        return;
    float sum = 0;
    for (size_t k = 0; k < size; k++)
        sum += left[row][k] * right[k][column];
    out[row][column] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_multiply(
// CHECK-COUNT-8: = phi <8 x float> [ zeroinitializer,
// CHECK-COUNT-8: call <8 x float> @llvm.fmuladd.v8f32(
// CHECK-COUNT-8: store <8 x float>
// CHECK: call <8 x float> @llvm.fmuladd.v8f32(
// CHECK: ret void
