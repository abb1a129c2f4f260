// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OFFLOAD
offload_kernel void square(size_t n, const double x[n], double t[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        t[i] = x[i] * x[i];
}

offload_kernel void mirror(size_t n, const double t[n], double y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = t[n - 1 - i];
}
#endif

int main(void)
{
    size_t n = 300;
    double x[300], t[300] = {0}, y[300];
    for (size_t i = 0; i < n; i++)
        x[i] = (double)i;
#ifdef OFFLOAD
    offload_data(offload_to(x, n), offload_alloc(t, n), offload_from(y, n)) {
        offload(square, .threads = {n})(n, x, t);
        offload(mirror, .threads = {n})(n, t, y);
    }
#else
#pragma omp target data map(to : x) map(alloc : t) map(from : y)
    {
#pragma omp target teams distribute parallel for
        for (size_t i = 0; i < n; i++)
            t[i] = x[i] * x[i];
#pragma omp target teams distribute parallel for
        for (size_t i = 0; i < n; i++)
            y[i] = t[n - 1 - i];
    }
#endif
    printf("%g %g\n", y[0], y[299]);
}
