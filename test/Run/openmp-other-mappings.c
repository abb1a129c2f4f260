// What OpenMP has associated with device memory is found by launches and regions and never moved, on
// each device; another thread may map and unmap an array while launches take it.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu --offload-arch=x86-64 %s -o %t -pthread
// RUN: %t | FileCheck %s
#include <offload.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

enum { N = 100, TIMES = 500 };
static int shared[N];

offload_kernel void twice(size_t n, int x[n])
{
    offload_for (i, n)
        x[i] *= 2;
}

offload_kernel void increment(size_t n, offload_device_ptr int *x)
{
    offload_for (i, n)
        x[i]++;
}

static void *map_often(void *unused)
{
    for (int i = 0; i < TIMES; i++) {
#pragma omp target enter data map(to : shared)
#pragma omp target exit data map(release : shared)
    }
    return unused;
}

int main(void)
{
    static int x[N];
    int host = omp_get_initial_device();
    for (int i = 0; i < N; i++)
        x[i] = i;
    for (int device = 0; device < 2; device++) {
        omp_set_default_device(device);
        int *there = omp_target_alloc(sizeof x, device);
        omp_target_memcpy(there, x, sizeof x, 0, 0, device, host);
        omp_target_associate_ptr(x, there, sizeof x, 0, device);
        offload(twice)(N, x);
        offload(increment)(N, there);
        offload_data(offload_tofrom(x, N / 2))
            offload(twice)(N / 2, x);
        // CHECK: device 0: 5 on the host
        // CHECK: device 1: 22 on the host
        printf("device %d: %d on the host\n", device, x[5]);
        omp_target_memcpy(x, there, sizeof x, 0, 0, host, device);
        omp_target_disassociate_ptr(x, device);
        omp_target_free(there, device);
    }
    omp_set_default_device(host);
    offload(twice)(N, x);
    // CHECK: the host: 180
    printf("the host: %d\n", x[5]);
    omp_set_default_device(0);
    pthread_t mapping;
    pthread_create(&mapping, NULL, map_often, NULL);
    for (int i = 0; i < TIMES; i++)
        offload(twice, .threads = {N})(N, shared);
    pthread_join(mapping, NULL);
    // CHECK: done
    puts("done");
}
