// A matrix that two dimensions of threads write whole does not go to the device.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/narrowed-written-whole-by-rows-omp.c -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 2 transfers
#include <offload.h>

offload_kernel void transpose(int h, int w, const float x[h][w], float y[w][h]) {
    int row = (int)offload_global_id(1), column = (int)offload_global_id(0);
    if (row < h && column < w)
        y[column][row] = x[row][column];
}

int main(void) {
    static float x[30][50], y[50][30];
    offload(transpose, .threads = {50, 30})(30, 50, x, y);
    return y[0][0] != 0;
}
