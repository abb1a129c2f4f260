// Where threads take turns at few arrays and add up what they load, a loop over threads does several
// turns at once: it loads and stores what a thread has added up once for all of them.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// Eight turns of one array.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: vector.body
// CHECK-COUNT-9: load <8 x float>
// CHECK-NOT: {{ = load |br i1}}
// CHECK: store <8 x float>
offload_kernel void sum(size_t n, const float x[n], size_t threads, float sums[threads]) {
    float sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum += x[i];
    sums[offload_global_id(0)] = sum;
}

// Four turns of two arrays.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_dot(
// CHECK: vector.body
// CHECK-COUNT-9: load <8 x float>
// CHECK-NOT: {{ = load |br i1}}
// CHECK: store <8 x float>
offload_kernel void dot(size_t n, const float x[n], const float y[n], size_t threads, float sums[threads]) {
    float sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum += x[i] * y[i];
    sums[offload_global_id(0)] = sum;
}

// Nothing is asked of the elements of such turns: also not whether a second one exists.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_pairs(
// CHECK: vector.body
// CHECK-COUNT-9: load <8 x float>
// CHECK-NOT: {{ = load |br i1}}
// CHECK: store <8 x float>
offload_kernel void pairs(size_t n, const float x[n], size_t threads, float sums[threads]) {
    float sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0)) {
        sum += x[i];
        if (i + 5000 < n)
            sum += x[i + 5000];
    }
    sums[offload_global_id(0)] = sum;
}
