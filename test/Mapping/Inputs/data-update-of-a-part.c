// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OFFLOAD
offload_kernel void twice(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] *= 2;
}
#endif

static void run(int n, int *x)
{
#ifdef OFFLOAD
    offload(twice, .threads = {n})(n, x);
#else
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
#endif
}

int main(void)
{
    int n = 500, x[500];
    for (int i = 0; i < n; i++)
        x[i] = i;
#ifdef OFFLOAD
    offload_data(offload_to(x, n)) {
        run(n, x);
        offload_update_from(&x[10], 5);
        x[10]++;
        offload_update_to(x + 10, 1);
        run(n, x);
        offload_update_from(x, 20);
    }
#else
#pragma omp target data map(to : x[0 : n])
    {
        run(n, x);
#pragma omp target update from(x[10 : 5])
        x[10]++;
#pragma omp target update to(x[10 : 1])
        run(n, x);
#pragma omp target update from(x[0 : 20])
    }
#endif
    printf("%d %d %d\n", x[9], x[10], x[20]);
}
