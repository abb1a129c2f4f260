// Arrays of constant elements go to the device and do not come back, in any form.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 5 transfers
#include <offload.h>

#ifndef _OPENMP
offload_kernel void k(int n, const float a[n], const float b[n][3], const float (*c)[4] offload_count(1), const float d[static 5],
                      offload_out float out[1])
{
    out[0] = a[0] + b[n - 1][2] + (*c)[3] + d[4];
}
#else
static void k(int n, const float *a, const float (*b)[3], const float (*c)[4], const float *d,
              float *out)
{
#pragma omp target map(to : a[ : n], b[ : n], c[ : 1], d[ : 5]) map(from : out[ : 1])
    {
        out[0] = a[0] + b[n - 1][2] + (*c)[3] + d[4];
    }
}
#endif

int main(void)
{
    float a[6] = {1}, b[6][3] = {[5][2] = 2}, c[4] = {[3] = 3}, d[5] = {[4] = 4}, out[1];
    k(6, a, b, (const float (*)[4])&c, d, out);
    return out[0] != 10;
}
