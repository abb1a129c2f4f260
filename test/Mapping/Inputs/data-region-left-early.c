// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OFFLOAD
offload_kernel void add(int n, int x[n], int a)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += a;
}
#endif

static void run(int n, int *x, int a)
{
#ifdef OFFLOAD
    offload(add, .threads = {n})(n, x, a);
#else
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
    for (int i = 0; i < n; i++)
        x[i] += a;
#endif
}

static int add_all(int n, int *x, int last)
{
#ifdef OFFLOAD
    offload_data(offload_tofrom(x, n)) {
        run(n, x, 1);
        if (last)
            return 1;
        run(n, x, 10);
    }
    return 0;
#else
    int done = 0;
#pragma omp target data map(tofrom : x[0 : n])
    {
        run(n, x, 1);
        done = last;
        if (!done)
            run(n, x, 10);
    }
    return done;
#endif
}

int main(void)
{
    int x[40] = {0};
    int first = add_all(40, x, 1);
    int second = add_all(20, x, 1);
    printf("%d %d %d %d\n", first, second, x[0], x[39]);
}
