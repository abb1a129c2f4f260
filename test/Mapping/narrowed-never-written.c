// An array that the kernel only reads goes to the device and does not come back, const or not.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-never-written-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 3 transfers
#include <offload.h>

offload_kernel void add(size_t n, float x[n], float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

int main(void) {
    static float x[1000], y[1000];
    offload(add, .threads = {1000})(1000, x, y);
    return y[0] != 0;
}
