// What a member points to may be a parameter too, and is copied once.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 3 transfers
#include <offload.h>

struct vector {
    size_t n;
    float *data __counted_by(n);
};

#ifndef _OPENMP
offload_kernel void k(struct vector v, const float x[3])
{
    v.data[0] += x[1];
}
#else
static void k(struct vector v, const float x[3])
{
    float *data = v.data;
    (void)x;
#pragma omp target map(tofrom : data[ : v.n]) firstprivate(v)
    {
        data[0] += data[1];
    }
}
#endif

int main(void)
{
    float a[3] = {1, 2};
    k((struct vector){3, a}, a);
    return a[0] != 3;
}
