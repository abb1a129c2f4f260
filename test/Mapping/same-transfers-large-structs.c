// A struct of more than 1024 bytes goes in a copy of its own.
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

struct large {
    float x[1000];
};
struct small {
    float x, y;
};

#ifndef _OPENMP
offload_kernel void k(struct large l, struct small s, offload_out float out[1])
{
    out[0] = l.x[999] + s.x;
}
#else
static void k(struct large l, struct small s, float out[1])
{
#pragma omp target map(from : out[ : 1]) firstprivate(l, s)
    {
        out[0] = l.x[999] + s.x;
    }
}
#endif

int main(void)
{
    static struct large l = {.x[999] = 2};
    float out[1];
    k(l, (struct small){1}, out);
    return out[0] != 3;
}
