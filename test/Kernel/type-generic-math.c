// <tgmath.h> works in kernels: of a float, cos is cosf, on every target. What multiplies and adds may be rounded once or
// twice.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>
#include <tgmath.h>

#include "Inputs/check.h"

#define HOLDS(condition) CHECK(condition, "line %d", __LINE__)

enum { N = 100 };
_Static_assert(sizeof cos(1.0f) == sizeof(float) && sizeof cos(1.0) == sizeof(double), "cos");

offload_kernel void generic(const float x[N], float y[N], const double a[N], double b[N])
{
    offload_for (i, N) {
        y[i] = cos(x[i]) + pow(x[i], 2.0f) + fabs(x[i]) + sqrt(x[i]) + fmax(x[i], 0.5f);
        b[i] = cos(a[i]) + exp(a[i]);
    }
}

offload_kernel void named(const float x[N], float y[N], const double a[N], double b[N])
{
    offload_for (i, N) {
        y[i] = cosf(x[i]) + powf(x[i], 2.0f) + fabsf(x[i]) + sqrtf(x[i]) + fmaxf(x[i], 0.5f);
        b[i] = (cos)(a[i]) + (exp)(a[i]);
    }
}

int main(void)
{
    static float x[N], y[N], z[N];
    static double a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = x[i] = (float)i / 7;
    offload(generic)(x, y, a, b);
    offload(named)(x, z, a, c);
    for (int i = 0; i < N; i++)
        HOLDS(fabsf(y[i] - z[i]) <= 1e-6f * z[i] && fabs(b[i] - c[i]) <= 1e-14 * fabs(c[i]));
    return finish();
}
