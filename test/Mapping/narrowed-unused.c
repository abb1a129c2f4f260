// An array that the kernel neither reads nor writes is not copied.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-unused-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 1 transfers
#include <offload.h>

offload_kernel void fill(size_t n, float unused[n], float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = 2;
}

int main(void) {
    static float x[1000], y[1000];
    offload(fill, .threads = {1000})(1000, x, y);
    return y[0] != 2;
}
