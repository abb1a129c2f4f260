// Bessel functions, and lgamma_r, in kernels: near to the host's, also for orders that are negative or large and numbers that are
// large; and the same at 0 and infinity.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#define _GNU_SOURCE
#include <math.h>
#include <offload.h>

#include "Inputs/check.h"

enum { N = 300, RESULTS = 16 };

static void compute(double x, int n, double out[RESULTS]) {
    int sign = 0;
    float f = (float)x;
    out[0] = j0(x), out[1] = j1(x), out[2] = jn(n, x), out[3] = y0(x), out[4] = y1(x), out[5] = yn(n, x);
    out[6] = lgamma_r(x, &sign), out[6] += 100 * sign;
    out[7] = significand(x);
    out[8] = j0f(f), out[9] = j1f(f), out[10] = jnf(n, f), out[11] = y0f(f), out[12] = y1f(f), out[13] = ynf(n, f);
    out[14] = lgammaf_r(f, &sign), out[14] += 100 * sign;
    out[15] = significandf(f);
}

offload_kernel void all(int n, const double x[n], double out[n][RESULTS])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        compute(x[i], i % 13 - 3, out[i]);
}

static double x[N], out[N][RESULTS];

int main(void) {
    static const double special[] = {0, INFINITY, 1, 2, 5e-5, 0x1p-30, 1000, 12345.75};
    for (int i = 0; i < N; i++)
        x[i] = i < 8 ? special[i] : i < 200 ? (float)(i * 0.21) : (float)(i * i * 0.013);
    offload(all, .threads = {N})(N, x, out);
    for (int i = 0; i < N; i++) {
        double expected[RESULTS];
        compute(x[i], i % 13 - 3, expected);
        for (int k = 0; k < RESULTS; k++) {
            double is = out[i][k], to_be = expected[k], off = fabs(is - to_be), size = fmax(fabs(to_be), 1 / sqrt(x[i] + 1));
            CHECK(is == to_be || off <= size * (k < 8 ? 4e-15 : 2e-6), "%a: result %d is %.17g, not %.17g", x[i], k, is, to_be);
        }
    }
    return finish();
}
