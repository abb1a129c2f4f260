// Where threads take turns at arrays and combine what they load, a turn fetches the lines of a later
// one: they are as far away as the grid has threads. (For few arrays, several turns are done at once
// instead: several-turns-at-once.c.)
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// 64 threads of a strip load 8 lines of each array.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_dot(
// CHECK-COUNT-40: call void @llvm.prefetch.p0(
// CHECK: load <4 x double>
offload_kernel void dot(size_t n, const double x[n], const double y[n], const double z[n], const double u[n],
                        const double v[n], size_t threads, double sums[threads]) {
    double sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum += x[i] * y[i] * z[i] * u[i] * v[i];
    sums[offload_global_id(0)] = sum;
}

// The lanes of a group load neighbouring lines, which the processor fetches itself.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_most(
// CHECK-NOT: llvm.prefetch
// CHECK: ret void
offload_kernel void most(int n, const int x[n], int out[1]) {
    int most = 0;
    for (int i = (int)offload_lane_id(); i < n; i += 32)
        most = x[i] > most ? x[i] : most;
    offload_atomic_max(out, offload_lane_reduce_max(most));
}

// Some threads have returned, and the others do not turn in step: nothing is fetched.
offload_kernel void collatz(size_t n, const int first[n], long steps[n]) {
    long all = 0;
    if (first[offload_global_id(0)] == 3)
        return;
    for (size_t i = offload_thread_id(0); i < n; i += offload_block_size(0)) {
        if (i % 3 == 0)
            continue;
        for (size_t k = i; k > 1; k = k % 2 ? 3 * k + 1 : k / 2)
            all++;
    }
    steps[offload_global_id(0)] = all;
}
