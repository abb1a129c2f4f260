// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OFFLOAD
offload_kernel void add(int n, int x[n], const int y[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += y[i];
}
#endif

static void run(int n, int *x, const int *y)
{
#ifdef OFFLOAD
    offload(add, .threads = {n})(n, x, y);
#else
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n]) map(to : y[0 : n])
    for (int i = 0; i < n; i++)
        x[i] += y[i];
#endif
}

int main(void)
{
    int x[200];
    for (int i = 0; i < 200; i++)
        x[i] = i;
#ifdef OFFLOAD
    offload_data(offload_tofrom(x, 200)) {
#else
#pragma omp target data map(tofrom : x)
    {
#endif
        run(50, x, x + 100);
        run(1, x + 199, x);
        run(100, x + 50, x + 50);
    }
    printf("%d %d %d\n", x[0], x[60], x[199]);
}
