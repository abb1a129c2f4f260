// An array that a grid of any size writes whole does not go to the device.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-written-whole-by-offload-for-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 1 transfers
#include <offload.h>

offload_kernel void count(size_t n, int y[n]) {
    offload_for (i, n)
        y[i] = (int)i;
}

int main(void) {
    static int y[100000];
    offload(count)(100000, y);
    return y[7] != 7;
}
