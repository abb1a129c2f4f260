// Rows that each thread writes in a loop, and adds to afterwards, do not go to the device.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-written-whole-in-a-loop-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 2 transfers
#include <offload.h>

offload_kernel void powers(size_t n, int m, const double x[n], double y[n][m]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    double power = 1;
    for (int k = 0; k < m; k++) {
        y[i][k] = power;
        power *= x[i];
    }
}

int main(void) {
    static double x[100], y[100][8];
    offload(powers, .threads = {100})(100, 8, x, y);
    return y[7][0] != 1;
}
