// Structs behind pointers of structs go in one copy each array, and what those lead to with them.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 9 transfers
#include <offload.h>

struct vector {
    size_t n;
    float *data __counted_by(n);
};
struct table {
    int count;
    const struct vector *rows __counted_by(count);
};

#ifndef _OPENMP
offload_kernel void k(const struct table t[1])
{
    for (int i = 0; i < t->count; i++)
        t->rows[i].data[0] += (float)t->rows[i].n;
}
#else
static void k(const struct table t[1])
{
#pragma omp target map(to : t[ : 1]) map(to : t->rows[ : 2]) map(tofrom : t->rows[0].data[ : t->rows[0].n], t->rows[1].data[ : t->rows[1].n])
    {
        for (int i = 0; i < t->count; i++)
            t->rows[i].data[0] += (float)t->rows[i].n;
    }
}
#endif

int main(void)
{
    float x[2][3] = {{0}};
    struct vector rows[2] = {{3, x[0]}, {2, x[1]}};
    struct table t = {2, rows};
    k(&t);
    return x[1][0] != 2;
}
