// An array of structs goes in one copy, whatever its pointers lead to.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 14 transfers
#include <offload.h>

struct vector {
    size_t n;
    float *data __counted_by(n);
};

#ifndef _OPENMP
offload_kernel void k(int n, struct vector v[n])
{
    for (int i = 0; i < n; i++)
        v[i].data[0] += (float)v[i].n;
}
#else
static void k(int n, struct vector v[n])
{
#pragma omp target map(tofrom : v[ : n]) map(tofrom : v[0].data[ : v[0].n]) \
    map(tofrom : v[1].data[ : v[1].n]) map(tofrom : v[2].data[ : v[2].n]) \
    map(tofrom : v[3].data[ : v[3].n])
    {
        for (int i = 0; i < n; i++)
            v[i].data[0] += (float)v[i].n;
    }
}
#endif

int main(void)
{
    float x[4][3] = {{0}};
    struct vector v[4] = {{1, x[0]}, {2, x[1]}, {3, x[2]}, {3, x[3]}};
    k(4, v);
    return x[3][0] != 3;
}
