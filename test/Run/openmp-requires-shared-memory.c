// `#pragma omp requires unified_shared_memory` in a file with kernels changes nothing about its device
// variables, and beside objects of clang's that say so as well, libomptarget finds no fault with ours.
//
// REQUIRES: x86_64
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c -DOTHER %s -o %t.other.o
// RUN: %offloadcc -O2 -fopenmp --offload-arch=x86-64 -c %s -o %t.o
// RUN: %offloadcc -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %t.o %t.other.o -o %t
// RUN: %t 2>&1 | FileCheck %s --implicit-check-not=error
// RUN: %offloadcc -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %t.other.o %t.o -o %t
// RUN: %t 2>&1 | FileCheck %s --implicit-check-not=error
// RUN: %offloadcc -O0 --offload-arch=x86-64 -c %s -o %t.o
// RUN: %offloadcc -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %t.o %t.other.o -o %t
// RUN: %t 2>&1 | FileCheck %s --implicit-check-not=error
#pragma omp requires unified_shared_memory
#ifdef OTHER
void increment(int *x, int n)
{
#pragma omp target map(tofrom : x[ : n])
    for (int i = 0; i < n; i++)
        x[i]++;
}
#else
#include <offload.h>
#include <stdio.h>

void increment(int *x, int n);

offload_global int by = 2;
offload_global const int table[] = {1, 3};

offload_kernel void multiply(size_t n, int x[n])
{
    offload_for (i, n)
        x[i] *= by * table[1];
}

offload_kernel void through_a_pointer(size_t n, offload_device_ptr int *x)
{
    offload_for (i, n)
        x[i]++;
}

int main(void)
{
    static int x[64];
    increment(x, 64);
    offload(multiply)(64, x);
    // CHECK: 6
    printf("%d\n", x[63]);
    by = 1;
    offload_update_to(&by, 1);
    // The host's addresses are the device's.
    offload_data(offload_tofrom(x, 64)) {
        offload(multiply)(64, x);
        offload(through_a_pointer)(64, x);
    }
    // CHECK: 19
    printf("%d\n", x[63]);
}
#endif
