// math.h at the ends of its ranges: zeros keep their sign, denormal numbers are none, and what has no
// value is no number (C17, Annex F).
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <math.h>
#include <offload.h>

#include "Inputs/check.h"

enum { N = 12, DOUBLES = 16, FLOATS = 16 };

offload_kernel void of_double(int n, const double x[n], offload_out double y[n][DOUBLES]) {
    offload_for(i, n) {
        double v = x[i];
        y[i][0] = sin(v), y[i][1] = tan(v), y[i][2] = asin(v), y[i][3] = atan(v);
        y[i][4] = erf(v), y[i][5] = expm1(v), y[i][6] = tgamma(v), y[i][7] = pow(2, v * 1e300);
        y[i][8] = ilogb(v), y[i][9] = ldexp(v, 7), y[i][10] = scalbn(v, -7), y[i][11] = round(v);
        y[i][12] = (double)lround(fabs(v) < 1e9 ? v : 2.5), y[i][13] = fmod(v, 0x1p-1060);
        y[i][14] = logb(v), y[i][15] = pow(-3, v);
    }
}

offload_kernel void of_float(int n, const float x[n], offload_out float y[n][FLOATS]) {
    offload_for(i, n) {
        float v = x[i];
        y[i][0] = sinf(v), y[i][1] = tanf(v), y[i][2] = asinf(v), y[i][3] = atanf(v);
        y[i][4] = erff(v), y[i][5] = expm1f(v), y[i][6] = tgammaf(v), y[i][7] = powf(2, v * 1e30f);
        y[i][8] = (float)ilogbf(v), y[i][9] = ldexpf(v, 7), y[i][10] = scalbnf(v, -7);
        y[i][11] = roundf(v), y[i][12] = (float)lroundf(fabsf(v) < 1e9f ? v : 2.5f);
        y[i][13] = fmodf(v, 0x1p-140f), y[i][14] = remainderf(v, 0x1.8p-140f), y[i][15] = lgammaf(v);
    }
}

// Their results are denormal, or next to that.
offload_kernel void small_results(int n, const float x[n], offload_out float y[n][3]) {
    offload_for(i, n) {
        y[i][0] = expf(x[i]), y[i][1] = exp2f(x[i] * 1.4f), y[i][2] = erfcf(x[i] * -0.104f);
    }
}

// The same number, or almost; and the same zero.
static int same(double value, double expected) {
    if (isnan(expected) || isnan(value))
        return isnan(expected) && isnan(value);
    if (expected == 0 || isinf(expected))
        return value == expected && !signbit(value) == !signbit(expected);
    return fabs(value - expected) <= fabs(expected) * 1e-5;
}

int main(void) {
    const double x[N] = {0.0, -0.0, INFINITY, -INFINITY, NAN,     0x1p-1074,
                         -0x1p-1074, 0x1p-1023, -171.5, 1e300, -1e300, 0.5};
    const float xf[N] = {0.0f,       -0.0f,     INFINITY, -INFINITY, NAN,    0x1p-149f,
                         -0x1p-149f, 0x1p-127f, -36.5f,   1e30f,     -1e30f, 0.5f};
    static double y[N][DOUBLES];
    static float yf[N][FLOATS];
    offload(of_double)(N, x, y);
    offload(of_float)(N, xf, yf);
    for (int i = 0; i < N; i++) {
        volatile double v = x[i];
        volatile float f = xf[i];
        double expected[DOUBLES] = {sin(v),          tan(v),         asin(v),     atan(v),
                                    erf(v),          expm1(v),       tgamma(v),   pow(2, v * 1e300),
                                    ilogb(v),        ldexp(v, 7),    scalbn(v, -7), round(v),
                                    (double)lround(fabs(v) < 1e9 ? v : 2.5), fmod(v, 0x1p-1060),
                                    logb(v),         pow(-3, v)};
        float expectedf[FLOATS] = {sinf(v = f),       tanf(f),       asinf(f),      atanf(f),
                                   erff(f),           expm1f(f),     tgammaf(f),    powf(2, f * 1e30f),
                                   (float)ilogbf(f),  ldexpf(f, 7),  scalbnf(f, -7), roundf(f),
                                   (float)lroundf(fabsf(f) < 1e9f ? f : 2.5f), fmodf(f, 0x1p-140f),
                                   remainderf(f, 0x1.8p-140f), lgammaf(f)};
        for (int j = 0; j < DOUBLES; j++)
            CHECK(same(y[i][j], expected[j]), "double %d of %g: %g, not %g", j, x[i], y[i][j],
                  expected[j]);
        for (int j = 0; j < FLOATS; j++)
            CHECK(same(yf[i][j], expectedf[j]), "float %d of %g: %g, not %g", j, (double)xf[i],
                  (double)yf[i][j], (double)expectedf[j]);
    }
    enum { M = 400 };
    static float small[M], results[M][3];
    for (int i = 0; i < M; i++)
        small[i] = -86.0f - (float)i * 0.045f;
    offload(small_results)(M, small, results);
    for (int i = 0; i < M; i++) {
        double expected[3] = {exp(small[i]), exp2(small[i] * 1.4f), erfc(small[i] * -0.104f)};
        for (int j = 0; j < 3; j++)
            CHECK(fabs(results[i][j] - expected[j]) <= 0x1p-149 + expected[j] * 1e-6,
                  "small %d of %g: %g, not %g", j, (double)small[i], (double)results[i][j],
                  expected[j]);
    }
    return finish();
}
