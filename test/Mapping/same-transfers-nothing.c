// Arrays of no elements, null or not, are not copied.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 1 transfers
#include <offload.h>

#ifndef _OPENMP
offload_kernel void k(int n, float x[n], const float y[n], offload_out int out[1])
{
    out[0] = n;
}
#else
static void k(int n, float x[n], const float y[n], int out[1])
{
#pragma omp target map(tofrom : x[ : n]) map(to : y[ : n]) map(from : out[ : 1])
    {
        out[0] = n;
    }
}
#endif

int main(void)
{
    float y[1];
    int out[1] = {1};
    k(0, NULL, y, out);
    return out[0] != 0;
}
