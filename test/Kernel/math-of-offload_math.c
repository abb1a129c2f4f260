// offload_math.h: each function in kernels gives what it gives in host code, within a few units in the last place, with
// CUDA's names and with the long ones; and the special values of C23's.
//
// RUN: %run_kernel -O2 -lm
// RUN: %run_kernel -O0 -lm
// RUN: %run_kernel -O2 -std=gnu89 -lm
#include <offload.h>
#include <offload_math.h>
#include <float.h>

#include "Inputs/check.h"

enum { N = 200, RESULTS = 21 };

#define ALL(real, suffix)                                                                          \
    static void all##suffix(real x, real y, real r[RESULTS]) {                                     \
        r[0] = rsqrt##suffix(x);                                                                   \
        r[1] = rcbrt##suffix(y);                                                                   \
        r[2] = rhypot##suffix(x, y);                                                               \
        r[3] = norm3d##suffix(x, y, 3);                                                            \
        r[4] = rnorm3d##suffix(x, y, 3);                                                           \
        r[5] = norm4d##suffix(x, y, x, 1);                                                         \
        r[6] = rnorm4d##suffix(x, y, x, 1);                                                        \
        r[7] = sinpi##suffix(y);                                                                   \
        r[8] = cospi##suffix(y);                                                                   \
        r[9] = tanpi##suffix(y);                                                                   \
        sincospi##suffix(x, &r[10], &r[11]);                                                       \
        r[12] = erfcx##suffix(y);                                                                  \
        r[13] = erfinv##suffix(y / 16);                                                            \
        r[14] = erfcinv##suffix(1 - y / 16);                                                       \
        r[15] = normcdf##suffix(y);                                                                \
        r[16] = normcdfinv##suffix((y + 16) / 32);                                                 \
        r[17] = cyl_bessel_i0##suffix(y);                                                          \
        r[18] = cyl_bessel_i1##suffix(y);                                                          \
        r[19] = offload_rsqrt##suffix(x + 1);                                                      \
        r[20] = offload_sinpi##suffix(x);                                                          \
    }                                                                                              \
    offload_kernel void compute##suffix(int n, const real x[n], const real y[n], real r[n][RESULTS]) { \
        int i = (int)offload_global_id(0);                                                         \
        if (i < n)                                                                                 \
            all##suffix(x[i], y[i], r[i]);                                                         \
    }
ALL(double, )
ALL(float, f)

offload_kernel void special(double r[12], float q[2]) {
    if (offload_global_id(0) != 0)
        return;
    r[0] = sinpi(1.0);
    r[1] = sinpi(-2.0);
    r[2] = cospi(1.5);
    r[3] = tanpi(0.5);
    r[4] = tanpi(-0.5);
    r[5] = rsqrt(0.0);
    r[6] = erfinv(1.0);
    r[7] = erfcinv(2.0);
    r[8] = normcdfinv(0.0);
    r[9] = norm3d(1e300, 1e300, 1e300);
    r[10] = rcbrt(-8.0);
    r[11] = sinpi(r[3]);
    q[0] = fdividef(1, 4);
    q[1] = norm3df(1e30f, 2e30f, 2e30f);
}

static double x[N], y[N], r[N][RESULTS], h[RESULTS];
static float xf[N], yf[N], rf[N][RESULTS], hf[RESULTS];

int main(void) {
    double s[12];
    float q[2];
    int i, k;
    for (i = 0; i < N; i++) {
        xf[i] = (float)(i + 1) * 0.173f;
        yf[i] = (float)(i - N / 2) * 0.1491f;
        x[i] = (double)xf[i];
        y[i] = (double)yf[i];
    }
    offload(compute, .threads = {N})(N, x, y, r);
    offload(computef, .threads = {N})(N, xf, yf, rf);
    for (i = 0; i < N; i++) {
        all(x[i], y[i], h);
        allf(xf[i], yf[i], hf);
        for (k = 0; k < RESULTS; k++) {
            CHECK(r[i][k] == h[k] || fabs(r[i][k] - h[k]) <= 16 * DBL_EPSILON * fabs(h[k]) ||
                      (isnan(r[i][k]) && isnan(h[k])),
                  "double %d, %d: %.17g, not %.17g", i, k, r[i][k], h[k]);
            CHECK(rf[i][k] == hf[k] || fabsf(rf[i][k] - hf[k]) <= 16 * FLT_EPSILON * (fabsf(hf[k]) + FLT_MIN) ||
                      (isnan(rf[i][k]) && isnan(hf[k])),
                  "float %d, %d: %.9g, not %.9g", i, k, (double)rf[i][k], (double)hf[k]);
        }
    }
    offload(special, .blocks = {1}, .block_size = {1})(s, q);
    CHECK(s[0] == 0 && !signbit(s[0]), "%g", s[0]);
    CHECK(s[1] == 0 && signbit(s[1]), "%g", s[1]);
    CHECK(s[2] == 0 && !signbit(s[2]), "%g", s[2]);
    CHECK(s[3] == HUGE_VAL, "%g", s[3]);
    CHECK(s[4] == -HUGE_VAL, "%g", s[4]);
    CHECK(s[5] == HUGE_VAL, "%g", s[5]);
    CHECK(s[6] == HUGE_VAL, "%g", s[6]);
    CHECK(s[7] == -HUGE_VAL, "%g", s[7]);
    CHECK(s[8] == -HUGE_VAL, "%g", s[8]);
    CHECK(fabs(s[9] / 1.7320508075688772e300 - 1) < 1e-15, "%.17g", s[9]);
    CHECK(s[10] == -0.5, "%g", s[10]);
    CHECK(isnan(s[11]), "%g", s[11]);
    CHECK(q[0] == 0.25f, "%g", (double)q[0]);
    CHECK(fabsf(q[1] / 3e30f - 1) < 1e-6f, "%g", (double)q[1]);
    return finish();
}
