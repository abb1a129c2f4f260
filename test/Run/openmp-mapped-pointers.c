// The address that omp_get_mapped_ptr returns is good for a device pointer, on every machine: without
// a device it is the host's own.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fopenmp --offload-arch=none %s -o %t.none
// RUN: %t.none | FileCheck %s
// RUN: %offloadcc -O2 -fopenmp --offload-arch=x86-64 %s -o %t.image
// RUN: %t.image | FileCheck %s
// RUN: env OFFLOADCC_CHECK=1 %t.image | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.image | FileCheck %s
// RUN: %offloadcc -O2 -fopenmp --offload-arch=sm_90 -Wno-offload-no-image %s -o %t.gpu
// RUN: %t.gpu | FileCheck %s
//
// Other objects' `#pragma omp target data` maps for our launches too.
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c -DOTHER %s -o %t.other.o
// RUN: %offloadcc -O2 -fopenmp -DMAPPED_THERE --offload-arch=x86-64 -c %s -o %t.o
// RUN: %offloadcc -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %t.o %t.other.o -o %t.both
// RUN: %t.both | FileCheck --check-prefixes=CHECK,THERE %s
#ifdef OTHER
void map(float *x, float *y, int n)
{
#pragma omp target enter data map(to : x[ : n], y[ : n])
}

void unmap(float *x, float *y, int n)
{
#pragma omp target exit data map(from : x[ : n]) map(release : y[ : n])
}
#else
#include <offload.h>
#include <omp.h>
#include <stdio.h>

void map(float *x, float *y, int n);
void unmap(float *x, float *y, int n);

offload_kernel void add(size_t n, offload_device_ptr float *x, const offload_device_ptr float *y)
{
    offload_for (i, n)
        x[i] += y[i];
}

offload_kernel void both(size_t n, float x[n], const float y[n])
{
    offload_for (i, n)
        x[i] += y[i];
}

int main(void)
{
    enum { N = 100 };
    static float x[N], y[N];
    int device = omp_get_default_device();
    for (int i = 0; i < N; i++)
        y[i] = i;
    offload_enter_data(offload_tofrom(x, N), offload_to(y, N));
    offload(add)(N, omp_get_mapped_ptr(x, device), omp_get_mapped_ptr(y, device));
    offload_update_from(x, N);
    // CHECK: a region 5
    printf("a region %g\n", x[5]);
    offload(add)(N, omp_get_mapped_ptr(x, device), omp_get_mapped_ptr(y, device));
    offload_exit_data(offload_tofrom(x, N), offload_to(y, N));
    // CHECK: its end 10
    printf("its end %g\n", x[5]);
    float *there = omp_target_alloc(sizeof x, device);
    omp_target_memcpy(there, x, sizeof x, 0, 0, device, omp_get_initial_device());
    offload(add)(N, there, there);
    omp_target_memcpy(x, there, sizeof x, 0, 0, omp_get_initial_device(), device);
    omp_target_free(there, device);
    // CHECK: allocated 20
    printf("allocated %g\n", x[5]);
#ifdef MAPPED_THERE
    map(x, y, N);
    offload(add)(N, omp_get_mapped_ptr(x, device), omp_get_mapped_ptr(y, device));
    offload(both)(N, x, y);
    offload_data(offload_tofrom(x, N))
        offload(both)(N, x, y);
    // THERE: still 20
    printf("still %g\n", x[5]);
    unmap(x, y, N);
    // THERE: by others 35
    printf("by others %g\n", x[5]);
#endif
}
#endif
