#include <offload.h>
#include <stdio.h>

// What the plug-in resolves (diff-poly.cpp), and a marker in the way of Enzyme's.
extern int diff_first;
double __diff_poly(void *, ...);

#ifndef SCALE
#define SCALE 1
#endif

static double poly(double x)
{
    return 3 * x * x * x - 2 * x * x + x - 7;
}

offload_kernel void slopes(int n, const double x[n], double y[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
#ifdef MARKED
        y[i] = __diff_poly((void *)poly, diff_first, x[i]);
#else
        y[i] = __diff_poly((void *)poly, x[i]);
#endif
}

int main(void)
{
    enum { N = 40 };
    double x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = i - 1.5;
    offload(slopes, .threads = {N})(N, x, y);
    for (int i = 0; i < N; i++)
        if (y[i] != SCALE * (9 * x[i] * x[i] - 4 * x[i] + 1))
            return printf("FAIL: %g at %g\n", y[i], x[i]);
    puts("PASS");
}
