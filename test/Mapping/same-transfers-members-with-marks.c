// Marks on members: what only comes back, and what only exists.
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

struct work {
    int n;
    const int *in __counted_by(n);
    offload_out int *out __counted_by(n);
    offload_scratch int *room __counted_by(n);
};

#ifndef _OPENMP
offload_kernel void k(struct work w)
{
    for (int i = 0; i < w.n; i++)
        w.room[i] = w.in[i];
    for (int i = 0; i < w.n; i++)
        w.out[i] = w.room[w.n - 1 - i];
}
#else
static void k(struct work w)
{
    const int *in = w.in;
    int *out = w.out, *room = w.room;
#pragma omp target map(to : in[ : w.n]) map(from : out[ : w.n]) map(alloc : room[ : w.n]) firstprivate(w)
    {
        for (int i = 0; i < w.n; i++)
            room[i] = in[i];
        for (int i = 0; i < w.n; i++)
            out[i] = room[w.n - 1 - i];
    }
}
#endif

int main(void)
{
    int in[10] = {5}, out[10], room[10];
    k((struct work){10, in, out, room});
    return out[9] != 5;
}
