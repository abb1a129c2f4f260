// Arrays of structs without pointers are arrays like others.
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

struct particle {
    float v[3];
    struct {
        int id;
    } in;
};
struct cell {
    int index;
    char flag : 1;
};

#ifndef _OPENMP
offload_kernel void k(size_t n, struct particle p[n], const struct cell c[1])
{
    p[n - 1].v[2] += c->index;
}
#else
static void k(size_t n, struct particle p[n], const struct cell c[1])
{
#pragma omp target map(tofrom : p[ : n]) map(to : c[ : 1])
    {
        p[n - 1].v[2] += c->index;
    }
}
#endif

int main(void)
{
    static struct particle p[20];
    struct cell c[1] = {{7, 0}};
    k(20, p, c);
    return p[19].v[2] != 7;
}
