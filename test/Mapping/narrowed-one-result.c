// A sum that one thread writes, and the sums of blocks, do not go to the device.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-one-result-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 2 launches, 4 transfers
#include <offload.h>

offload_kernel void sums(size_t blocks, size_t n, const float x[n], float partial[blocks]) {
    size_t i = offload_global_id(0);
    float sum = offload_block_reduce_add(i < n ? x[i] : 0);
    if (offload_thread_id(0) == 0)
        partial[offload_block_id(0)] = sum;
}

offload_kernel void total(size_t n, const float x[n], float result[1]) {
    float sum = 0;
    if (offload_global_id(0) != 0)
        return;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    *result = sum;
}

int main(void) {
    static float x[1000], partial[10], result;
    offload(sums, .blocks = {10}, .block_size = {100})(10, 1000, x, partial);
    offload(total, .threads = {1})(10, partial, &result);
    return result != 0;
}
