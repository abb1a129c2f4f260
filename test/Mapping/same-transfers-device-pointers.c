// A device pointer is an argument like a number.
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

void *omp_target_alloc(size_t size, int device);

#ifndef _OPENMP
offload_kernel void k(offload_device_ptr float *room, int n, float y[n])
{
    room[0] = y[0];
    y[0] = 2 * room[0];
}
#else
static void k(float *room, int n, float y[n])
{
#pragma omp target is_device_ptr(room) map(tofrom : y[ : n])
    {
        room[0] = y[0];
        y[0] = 2 * room[0];
    }
}
#endif

int main(void)
{
    float y[4] = {3};
    float *room = omp_target_alloc(sizeof *room, 0);
    k(room, 4, y);
    return y[0] != 6;
}
