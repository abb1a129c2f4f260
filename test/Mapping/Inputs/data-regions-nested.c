// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OFFLOAD
offload_kernel void add(size_t n, float x[n], const float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] += y[i];
}
#endif

static void add_rounds(size_t n, float *x, const float *y)
{
#ifdef OFFLOAD
    offload_data(offload_tofrom(x, n), offload_to(y, n))
        for (int round = 0; round < 2; round++)
            offload(add, .threads = {n})(n, x, y);
#else
#pragma omp target data map(tofrom : x[0 : n]) map(to : y[0 : n])
    for (int round = 0; round < 2; round++)
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n]) map(to : y[0 : n])
        for (size_t i = 0; i < n; i++)
            x[i] += y[i];
#endif
}

int main(void)
{
    size_t n = 100;
    float x[100], y[100], z[100];
    for (size_t i = 0; i < n; i++)
        x[i] = y[i] = z[i] = (float)i;
#ifdef OFFLOAD
    offload_data(offload_tofrom(x, n)) {
#else
#pragma omp target data map(tofrom : x[0 : n])
    {
#endif
        add_rounds(n, x, y);
        add_rounds(n, z, x);
    }
    printf("%g %g\n", x[99], z[99]);
}
