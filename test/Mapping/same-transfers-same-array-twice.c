// One array for two parameters, const and not, is copied once in each direction.
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
offload_kernel void k(int n, const float x[n], float y[n])
{
    y[1] += x[0];
}
#else
static void k(int n, const float x[n], float y[n])
{
    (void)x;
#pragma omp target map(tofrom : y[ : n])
    {
        y[1] += y[0];
    }
}
#endif

int main(void)
{
    float a[8] = {1, 2};
    k(8, a, a);
    return a[1] != 3;
}
