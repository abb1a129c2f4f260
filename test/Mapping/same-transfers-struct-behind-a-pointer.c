// A struct goes in one copy; its pointers are corrected on the device.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 8 transfers
#include <offload.h>

struct vector {
    size_t n;
    float *data __counted_by(n);
};
struct numbers {
    size_t n;
    const float *data __counted_by(n);
};

#ifndef _OPENMP
offload_kernel void k(struct vector v[1], const struct numbers c[1])
{
    v->data[0] += c->data[1];
    v->n = 2;
}
#else
static void k(struct vector v[1], const struct numbers c[1])
{
#pragma omp target map(tofrom : v[ : 1], v->data[ : v->n]) map(to : c[ : 1], c->data[ : c->n])
    {
        v->data[0] += c->data[1];
        v->n = 2;
    }
}
#endif

int main(void)
{
    float x[3] = {1}, y[2] = {0, 5};
    struct vector v = {3, x};
    struct numbers c = {2, y};
    k(&v, &c);
    return x[0] != 6 || v.n != 2 || v.data != x;
}
