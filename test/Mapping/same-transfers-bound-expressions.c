// The bytes that a bound says go, not one more.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 4 transfers
#include <offload.h>

#ifndef _OPENMP
offload_kernel void k(int w, int h, const short border[2 * (w + h) - 4], char pixels[h][w + w % 2],
                      offload_out int sums[w > h ? w : h])
{
    pixels[h - 1][0] = 1;
    sums[0] = border[0];
}
#else
static void k(int w, int h, const short border[2 * (w + h) - 4], char pixels[h][w + w % 2],
              int sums[w > h ? w : h])
{
    char *p = pixels[0];
#pragma omp target map(to : border[ : 2 * (w + h) - 4]) map(tofrom : p[ : h * (w + w % 2)]) map(from : sums[ : w > h ? w : h])
    {
        p[(h - 1) * (w + w % 2)] = 1;
        sums[0] = border[0];
    }
}
#endif

int main(void)
{
    short border[28] = {3};
    char pixels[7][10] = {{0}};
    int sums[9];
    k(9, 7, border, pixels, sums);
    return pixels[6][0] != 1 || sums[0] != 3;
}
