// offload_out arrays only come back; offload_scratch arrays only exist.
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
offload_kernel void k(int n, const int in[n], offload_out int out[n], offload_scratch int room[n])
{
    for (int i = 0; i < n; i++)
        room[i] = in[i];
    for (int i = 0; i < n; i++)
        out[i] = room[n - 1 - i];
}
#else
static void k(int n, const int in[n], int out[n], int room[n])
{
#pragma omp target map(to : in[ : n]) map(from : out[ : n]) map(alloc : room[ : n])
    {
        for (int i = 0; i < n; i++)
            room[i] = in[i];
        for (int i = 0; i < n; i++)
            out[i] = room[n - 1 - i];
    }
}
#endif

int main(void)
{
    int in[10] = {5}, out[10], room[10];
    k(10, in, out, room);
    return out[9] != 5;
}
