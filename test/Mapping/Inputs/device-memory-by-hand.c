// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef OFFLOAD
#include <omp.h>
#endif

#ifdef OFFLOAD
offload_kernel void next(int n, offload_device_ptr int *x)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i]++;
}
#endif

int main(void)
{
    int n = 64, x[64];
    for (int i = 0; i < n; i++)
        x[i] = i;
#ifdef OFFLOAD
    int *d = offload_malloc(sizeof x);
    offload_memcpy(d, x, sizeof x);
    for (int round = 0; round < 2; round++)
        offload(next, .threads = {n})(n, d);
    offload_memcpy(x + 10, d + 10, 20 * sizeof *d);
    offload_free(d);
#else
    int device = omp_get_default_device(), host = omp_get_initial_device();
    int *d = omp_target_alloc(sizeof x, device);
    omp_target_memcpy(d, x, sizeof x, 0, 0, device, host);
    for (int round = 0; round < 2; round++)
#pragma omp target teams distribute parallel for is_device_ptr(d)
        for (int i = 0; i < n; i++)
            d[i]++;
    omp_target_memcpy(x + 10, d + 10, 20 * sizeof *d, 0, 0, host, device);
    omp_target_free(d, device);
#endif
    printf("%d %d %d\n", x[9], x[10], x[30]);
}
