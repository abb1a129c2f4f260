// Values of up to 8 bytes are arguments: they are not copied at all.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 1 transfers
#include <offload.h>

enum colour { RED, GREEN };

#ifndef _OPENMP
offload_kernel void k(int i, double d, _Bool b, enum colour c, char small, offload_out float out[1])
{
    out[0] = (float)(i + d + b + c + small);
}
#else
static void k(int i, double d, _Bool b, enum colour c, char small, float out[1])
{
#pragma omp target map(from : out[ : 1])
    {
        out[0] = (float)(i + d + b + c + small);
    }
}
#endif

int main(void)
{
    float out[1] = {0};
    k(1, 2.5, 1, GREEN, 3, out);
    return out[0] != 8.5f;
}
