// A loop that all threads of a row run alike goes outside of the loop over threads, which is then
// vectorised: for 64 threads at once, whose sums stay in registers, and for what is left of a row.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

offload_kernel void filter(size_t length, size_t tap_count, const float taps[tap_count],
                           const float signal[length + tap_count], float filtered[length])
{
    size_t i = offload_global_id(0);
    if (i >= length)
        return;
    float sum = 0;
    for (size_t tap = 0; tap < tap_count; tap++)
        sum += taps[tap] * signal[i + tap];
    filtered[i] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_filter(
// CHECK-COUNT-8: = phi <8 x float> [ zeroinitializer,
// CHECK-COUNT-8: call <8 x float> @llvm.fmuladd.v8f32(
// CHECK-COUNT-8: store <8 x float>
// CHECK: call <8 x float> @llvm.fmuladd.v8f32(
// CHECK: ret void
