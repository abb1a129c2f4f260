// A loop that only some threads come to is in vectors if those do the same in it, or load nothing but
// what the loop's counter says: the others are in it too, and keep their results. Where few
// threads come, each of these runs a copy of the loop alone.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - -Rpass-missed=offload 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=MISSED --input-file=%t.remarks
#include <math.h>
#include <offload.h>

offload_kernel void polynomial(size_t n, int m, const float c[m], const float x[n],
                               offload_out float out[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float sum = -1;
    if (x[i] > 0)
        for (int k = 0; k < m; k++)
            sum = sum * x[i] + c[k];
    out[i] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_polynomial(
// CHECK: fmuladd.v8f32
// CHECK: ret void

offload_kernel void shadow(size_t n, int m, const float c[m], const float x[n],
                           offload_out float out[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float light = x[i];
    for (int k = 0; k < m && light > 0; k++) {
        float distance = sqrtf(x[i] * x[i] + c[k] * c[k]);
        if (distance < 0.5f)
            light = 0;
    }
    out[i] = light;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_shadow(
// CHECK: call <8 x float> @llvm.sqrt.v8f32(
// CHECK: ret void

// The arms of a branch have a loop each.
offload_kernel void arms(size_t n, int m, const float c[m], const float x[n],
                         offload_out float out[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float sum = 0;
    if (x[i] > 0) {
        for (int k = 0; k < m; k++)
            sum = sum * x[i] + c[k];
    } else {
        for (int k = 0; k < m; k++)
            sum += c[k] / (x[i] + 1);
    }
    out[i] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_arms(
// CHECK: fmuladd.v8f32
// CHECK: fdiv <8 x float>
// CHECK: ret void

// A loop that threads leave at different times, with one in it that all run alike.
offload_kernel void march(size_t n, int m, const float radius[m], offload_out float out[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float t = 0, x = (float)i * 0.01f;
    for (int step = 0; step < 100; step++) {
        float nearest = 1000;
        for (int k = 0; k < m; k++) {
            float distance = sqrtf(x * x + (t - 4) * (t - 4)) - radius[k];
            nearest = distance < nearest ? distance : nearest;
        }
        if (nearest < 0.001f || t > 30)
            break;
        t += nearest;
    }
    out[i] = t;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_march(
// CHECK: call <8 x float> @llvm.sqrt.v8f32(
// CHECK: ret void
// MISSED-NOT: remark

// What a thread loads here is its own place in the table, which may be outside of it for others.
offload_kernel void walk(size_t n, size_t m, const int next[m], const int start[n],
                         offload_out int out[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    int at = start[i], turns = 0;
    if (at > 0)
        for (; at != 0 && turns < 100; turns++)
            at = next[at];
    out[i] = turns;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_walk(
// CHECK-NOT: gather
// CHECK: ret void
// MISSED: remark: threads of kernel 'walk'
