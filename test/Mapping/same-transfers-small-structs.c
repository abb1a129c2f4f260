// Structs, unions and complex numbers by value go together, in one copy. These are in an order in
// which libomptarget aligns them; else ours have some bytes between them (src/runtime/privates.h).
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
offload_kernel void k(double _Complex z, struct point p, union number u,
                      offload_out float out[1])
{
    out[0] = (float)__real__ z + p.x + u.f;
}
#else
static void k(double _Complex z, struct point p, union number u, float out[1])
{
#pragma omp target map(from : out[ : 1]) firstprivate(p, u, z)
    {
        out[0] = (float)__real__ z + p.x + u.f;
    }
}
#endif

int main(void)
{
    float out[1];
    k(4, (struct point){1, 2}, (union number){.f = 3}, out);
    return out[0] != 8;
}
