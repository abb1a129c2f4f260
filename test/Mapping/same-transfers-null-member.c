// A null pointer in a struct, whose declaration allows it, costs nothing.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 4 transfers
#include <offload.h>

struct pair {
    size_t n;
    float *a __counted_by(n);
    float *b __counted_by_or_null(n);
};

#ifndef _OPENMP
offload_kernel void k(const struct pair p[1])
{
    p->a[0] += p->b ? 1 : 2;
}
#else
static void k(const struct pair p[1])
{
#pragma omp target map(to : p[ : 1]) map(tofrom : p->a[ : p->n])
    {
        p->a[0] += p->b ? 1 : 2;
    }
}
#endif

int main(void)
{
    float x[3] = {1, 2};
    struct pair p = {3, x, NULL};
    k(&p);
    return x[0] != 3;
}
