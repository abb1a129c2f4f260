// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OFFLOAD
offload_kernel void saxpy(size_t n, float a, const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += a * x[i];
}
#endif

int main(void)
{
    size_t n = 1000;
    float x[1000], y[1000];
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
#ifdef OFFLOAD
    offload_data(offload_to(x, n), offload_tofrom(y, n))
        for (int round = 0; round < 10; round++)
            offload(saxpy, .threads = {n})(n, 2, x, y);
#else
#pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
    for (int round = 0; round < 10; round++)
#pragma omp target teams distribute parallel for
        for (size_t i = 0; i < n; i++)
            y[i] += 2 * x[i];
#endif
    printf("%g %g\n", y[0], y[999]);
}
