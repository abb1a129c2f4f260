// An array that the kernel writes whole does not go to the device, without any mark.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-written-whole-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 2 transfers
#include <offload.h>

offload_kernel void scale(int n, float a, const float x[n], float y[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    y[i] = a * x[i];
}

int main(void) {
    static float x[1000], y[1000];
    offload(scale, .threads = {1000})(1000, 2, x, y);
    return y[0] != 0;
}
