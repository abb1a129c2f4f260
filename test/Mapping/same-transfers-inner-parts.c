// Parts of an array are copied with the whole, once, in the directions that they need together.
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
offload_kernel void k(const float x[10], const float y[2], float z[4])
{
    z[3] += x[1] + y[0];
}
#else
static void k(const float x[10], const float y[2], float z[4])
{
    float *whole = (float *)x;
    (void)y, (void)z;
#pragma omp target map(tofrom : whole[ : 10])
    {
        whole[7] += whole[1] + whole[5];
    }
}
#endif

int main(void)
{
    float a[10] = {[1] = 1, [5] = 2, [7] = 3};
    k(a, a + 5, a + 4);
    return a[7] != 6;
}
