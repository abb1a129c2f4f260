// AMD's processors are slow at scatters, and at gathers of elements that are a constant distance apart: kernels have none
// there. A kernel that does little but move the elements of structs gets no vectors. Where data chooses the elements, they
// are gathered.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=znver4 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O3 -march=x86-64-v4 -mtune=znver5 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O3 -march=skylake-avx512 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s --check-prefix=QUICK
#include <offload.h>

enum { LENGTH = 20 };

// The host's own code is as the user's options have it.
// CHECK-LABEL: define {{.*}}@own_loop(
// CHECK: call {{.*}} @llvm.masked.scatter
// CHECK: ret void
void own_loop(size_t n, const float *restrict from, float *restrict to)
{
    for (size_t i = 0; i < n; i++) {
        float x = from[i];
        for (int e = 0; e < 32; e++)
            x = x * x * 0.7f + 0.1f;
        to[LENGTH * i] = x;
    }
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_moved(
// CHECK-NOT: <{{[0-9]+}} x float>
// CHECK: ret void
// QUICK-LABEL: define {{.*}}@__offloadcc_k_blocks_moved(
// QUICK: call {{.*}} @llvm.masked.scatter
// QUICK: ret void
offload_kernel void moved(size_t n, const float from[n * LENGTH], float to[n * LENGTH])
{
    size_t i = offload_global_id(0);
    float sum = 0;
    if (i >= n)
        return;
    for (int e = 0; e < LENGTH; e++)
        sum += from[LENGTH * i + e];
    for (int e = 0; e < LENGTH; e++)
        to[LENGTH * i + e] = from[LENGTH * i + e] * 0.9f + sum;
}

// Much is computed, so there are vectors.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_computed(
// CHECK-NOT: @llvm.masked.gather
// CHECK-NOT: @llvm.masked.scatter
// CHECK: fmul {{.*}}<{{[0-9]+}} x float>
// CHECK-NOT: @llvm.masked.gather
// CHECK-NOT: @llvm.masked.scatter
// CHECK: ret void
// QUICK-LABEL: define {{.*}}@__offloadcc_k_blocks_computed(
// QUICK: call {{.*}} @llvm.masked.gather
// QUICK: call {{.*}} @llvm.masked.scatter
// QUICK: ret void
offload_kernel void computed(size_t n, const float from[n * LENGTH], float to[n * LENGTH])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float x = from[LENGTH * i];
    for (int e = 0; e < 32; e++)
        x = x * x * 0.7f + 0.1f;
    to[LENGTH * i] = x;
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_chosen(
// CHECK: call {{.*}} @llvm.masked.gather
// CHECK: ret void
// QUICK-LABEL: define {{.*}}@__offloadcc_k_blocks_chosen(
// QUICK: call {{.*}} @llvm.masked.gather
// QUICK: ret void
offload_kernel void chosen(size_t n, size_t m, const int at[n], const float from[m], float to[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        to[i] = from[at[i]] * 2;
}

void run(size_t n, const float *from, const int *at, float *to)
{
    offload(moved, .threads = {n})(n, from, to);
    offload(computed, .threads = {n})(n, from, to);
    offload(chosen, .threads = {n})(n, n, at, from, to);
}
