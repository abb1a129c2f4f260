// An array that begins another one is copied with that.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 2 transfers
#include <offload.h>

#ifndef _OPENMP
offload_kernel void k(int n, const float x[n], int m, float y[m])
{
    y[7] += x[n - 1];
}
#else
static void k(int n, const float x[n], int m, float y[m])
{
    (void)x;
#pragma omp target map(tofrom : y[ : m])
    {
        y[7] += y[n - 1];
    }
}
#endif

int main(void)
{
    float a[8] = {[2] = 1, [7] = 2};
    k(3, a, 8, a);
    return a[7] != 3;
}
