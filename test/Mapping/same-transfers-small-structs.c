// Structs, unions and complex numbers by value go together, in one copy.
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

struct point {
    float x, y;
};
union number {
    int i;
    float f;
};

#ifndef _OPENMP
offload_kernel void k(struct point p, union number u, double _Complex z,
                      offload_out float out[1])
{
    out[0] = p.x + u.f + (float)__real__ z ;
}
#else
static void k(struct point p, union number u, double _Complex z, float out[1])
{
#pragma omp target map(from : out[ : 1]) firstprivate(p, u, z)
    {
        out[0] = p.x + u.f + (float)__real__ z ;
    }
}
#endif

int main(void)
{
    float out[1];
    k((struct point){1, 2}, (union number){.f = 3}, 4, out);
    return out[0] != 8;
}
