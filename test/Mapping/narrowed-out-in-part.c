// offload_out on a part of an array that the kernel does not write otherwise loses nothing of the rest.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-out-in-part-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 2 transfers
#include <offload.h>

offload_kernel void fill(size_t n, size_t m, offload_out float y[n], offload_scratch float all[m]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = 2;
    if (i >= m)
        all[0] = 2; // in no launch
}

int main(void) {
    static float y[1000];
    y[999] = 7;
    offload(fill, .threads = {100})(100, 1000, y + 500, y);
    return y[500] != 2 || y[999] != 7;
}
