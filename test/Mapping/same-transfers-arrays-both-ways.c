// Other arrays go to the device and come back.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 6 transfers
#include <offload.h>

#ifndef _OPENMP
offload_kernel void k(int n, float a[n], double b[n][3], int (*c)[4] offload_count(1))
{
    a[0]++, b[n - 1][2]++, (*c)[3]++;
}
#else
static void k(int n, float *a, double (*b)[3], int (*c)[4])
{
#pragma omp target map(tofrom : a[ : n], b[ : n], c[ : 1])
    {
        a[0]++, b[n - 1][2]++, (*c)[3]++;
    }
}
#endif

int main(void)
{
    float a[6] = {1};
    double b[6][3] = {[5][2] = 2};
    int c[4] = {[3] = 3};
    k(6, a, b, &c);
    return a[0] + b[5][2] + c[3] != 9;
}
