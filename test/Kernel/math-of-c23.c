// offload_math.h: known and special values of C23's functions, which are those of OpenCL too, in kernels and in host code.
//
// RUN: %run_kernel -O2 -lm
// RUN: %run_kernel -O0 -lm
// RUN: %run_kernel -O2 -std=gnu89 -lm
#include <offload.h>
#include <offload_math.h>
#include <float.h>

#include "Inputs/check.h"

enum what { ACOSPI, ASINPI, ATANPI, ATAN2PI, POWN, ROOTN, POWR, COMPOUNDN, EXP2M1, EXP10M1, LOG2P1, LOG10P1 };

#define COMPUTE(real, suffix)                                                                      \
    static real compute##suffix(enum what what, real x, real y) {                                  \
        switch (what) {                                                                            \
        case ACOSPI: return acospi##suffix(x);                                                     \
        case ASINPI: return asinpi##suffix(x);                                                     \
        case ATANPI: return atanpi##suffix(x);                                                     \
        case ATAN2PI: return atan2pi##suffix(x, y);                                                \
        case POWN: return pown##suffix(x, (long long)y);                                           \
        case ROOTN: return rootn##suffix(x, (long long)y);                                         \
        case POWR: return powr##suffix(x, y);                                                      \
        case COMPOUNDN: return compoundn##suffix(x, (long long)y);                                 \
        case EXP2M1: return exp2m1##suffix(x);                                                     \
        case EXP10M1: return offload_exp10m1##suffix(x);                                           \
        case LOG2P1: return log2p1##suffix(x);                                                     \
        case LOG10P1: return log10p1##suffix(x);                                                   \
        }                                                                                          \
        return 0;                                                                                  \
    }
COMPUTE(double, )
COMPUTE(float, f)

#define INF HUGE_VAL
#define NONE (HUGE_VAL * 0) /* a NaN */
#define SMALL 9.313225746154785e-10 /* 2 to the power of -30 */

static const struct {
    enum what what;
    double x, y, result;
} cases[] = {
    {ACOSPI, 0.25, 0, 0.4195693767448338}, {ACOSPI, 1, 0, 0}, {ACOSPI, -1, 0, 1}, {ACOSPI, 0, 0, 0.5}, {ACOSPI, 2, 0, NONE},
    {ASINPI, 0.75, 0, 0.26994654383738415}, {ASINPI, 1, 0, 0.5}, {ASINPI, -1, 0, -0.5}, {ASINPI, 0, 0, 0}, {ASINPI, -0.0, 0, -0.0},
    {ASINPI, -2, 0, NONE},
    {ATANPI, 3, 0, 0.39758361765043326}, {ATANPI, INF, 0, 0.5}, {ATANPI, -INF, 0, -0.5}, {ATANPI, 1, 0, 0.25}, {ATANPI, -0.0, 0, -0.0},
    {ATAN2PI, -3, -2, -0.6871670418109987}, {ATAN2PI, 0, -1, 1}, {ATAN2PI, -0.0, -1, -1}, {ATAN2PI, -0.0, 1, -0.0}, {ATAN2PI, 0, 0, 0},
    {ATAN2PI, 0, -0.0, 1}, {ATAN2PI, 2, 0, 0.5}, {ATAN2PI, -2, -0.0, -0.5}, {ATAN2PI, INF, INF, 0.25}, {ATAN2PI, INF, -INF, 0.75},
    {ATAN2PI, -INF, -INF, -0.75}, {ATAN2PI, 5, INF, 0}, {ATAN2PI, -5, -INF, -1}, {ATAN2PI, NONE, 1, NONE},

    {POWN, 1.5, -10, 0.017341529915832612}, {POWN, -2, 3, -8}, {POWN, -2, 2, 4}, {POWN, -2, -3, -0.125}, {POWN, NONE, 0, 1}, {POWN, 0, 0, 1},
    {POWN, INF, 0, 1}, {POWN, 0, 3, 0}, {POWN, -0.0, 3, -0.0}, {POWN, -0.0, 2, 0}, {POWN, 0, -3, INF}, {POWN, -0.0, -3, -INF},
    {POWN, -0.0, -2, INF}, {POWN, INF, 3, INF}, {POWN, -INF, 3, -INF}, {POWN, -INF, 2, INF}, {POWN, -INF, -3, -0.0}, {POWN, NONE, 1, NONE},
    {ROOTN, 10, 3, 2.154434690031884}, {ROOTN, -8, 3, -2}, {ROOTN, 16, 4, 2}, {ROOTN, -16, 4, NONE}, {ROOTN, 8, -3, 0.5}, {ROOTN, -8, -3, -0.5},
    {ROOTN, 7, 1, 7}, {ROOTN, -7, -1, -1.0 / 7}, {ROOTN, 4, 2, 2}, {ROOTN, 1, 1000, 1}, {ROOTN, 5, 0, NONE}, {ROOTN, NONE, 0, NONE},
    {ROOTN, 0, 3, 0}, {ROOTN, -0.0, 3, -0.0}, {ROOTN, 0, 4, 0}, {ROOTN, -0.0, 4, 0}, {ROOTN, 0, -3, INF}, {ROOTN, -0.0, -3, -INF},
    {ROOTN, -0.0, -4, INF}, {ROOTN, INF, 3, INF}, {ROOTN, -INF, 3, -INF}, {ROOTN, -INF, 4, NONE}, {ROOTN, INF, -3, 0},
    {ROOTN, -INF, -3, -0.0}, {ROOTN, -INF, -4, NONE}, {ROOTN, NONE, 3, NONE},
    {POWR, 1.25, 0.75, 1.1821770112539698}, {POWR, 4, -0.5, 0.5}, {POWR, -1, 2, NONE}, {POWR, -INF, 2, NONE}, {POWR, 0, 0, NONE}, {POWR, -0.0, 0, NONE},
    {POWR, INF, 0, NONE}, {POWR, 1, INF, NONE}, {POWR, 1, -INF, NONE}, {POWR, 3, 0, 1}, {POWR, 1, 5, 1}, {POWR, 0, 3, 0}, {POWR, -0.0, 3, 0},
    {POWR, 0, -3, INF}, {POWR, -0.0, -3, INF}, {POWR, 0, -INF, INF}, {POWR, 0, INF, 0}, {POWR, INF, 2, INF}, {POWR, INF, -2, 0}, {POWR, 2, INF, INF},
    {POWR, 2, -INF, 0}, {POWR, NONE, 0, NONE}, {POWR, 1, NONE, NONE}, {POWR, 2, NONE, NONE},
    {COMPOUNDN, 9.5367431640625e-07, 1000, 1.000954128753171}, {COMPOUNDN, 1, 10, 1024}, {COMPOUNDN, 1, -2, 0.25}, {COMPOUNDN, -1, 3, 0},
    {COMPOUNDN, -1, -3, INF}, {COMPOUNDN, -1, 0, 1}, {COMPOUNDN, -2, 2, NONE}, {COMPOUNDN, -2, 0, NONE}, {COMPOUNDN, INF, 2, INF}, {COMPOUNDN, INF, -2, 0},
    {COMPOUNDN, INF, 0, 1}, {COMPOUNDN, NONE, 0, 1}, {COMPOUNDN, NONE, 1, NONE},

    {EXP2M1, 0.25, 0, 0.18920711500272106}, {EXP2M1, SMALL, 0, 6.455436169949115e-10}, {EXP2M1, 3, 0, 7}, {EXP2M1, -0.0, 0, -0.0},
    {EXP2M1, -INF, 0, -1}, {EXP2M1, INF, 0, INF}, {EXP2M1, NONE, 0, NONE},
    {EXP10M1, -0.125, 0, -0.2501057906675441}, {EXP10M1, SMALL, 0, 2.1444494793777676e-09}, {EXP10M1, 3, 0, 999}, {EXP10M1, -0.0, 0, -0.0},
    {EXP10M1, -INF, 0, -1}, {EXP10M1, INF, 0, INF},
    {LOG2P1, 0.375, 0, 0.45943161863729726}, {LOG2P1, SMALL, 0, 1.3436144592400234e-09}, {LOG2P1, 7, 0, 3}, {LOG2P1, -0.0, 0, -0.0},
    {LOG2P1, -1, 0, -INF}, {LOG2P1, -2, 0, NONE}, {LOG2P1, INF, 0, INF},
    {LOG10P1, 0.375, 0, 0.13830269816628143}, {LOG10P1, SMALL, 0, 4.0446825483908657e-10}, {LOG10P1, 999, 0, 3}, {LOG10P1, -0.0, 0, -0.0},
    {LOG10P1, -1, 0, -INF}, {LOG10P1, -2, 0, NONE},
};
enum { N = sizeof cases / sizeof *cases };

offload_kernel void in_kernel(int n, const int what[n], const double x[n], const double y[n], double r[n], float f[n]) {
    int i = (int)offload_global_id(0);
    if (i < n) {
        r[i] = compute((enum what)what[i], x[i], y[i]);
        f[i] = computef((enum what)what[i], (float)x[i], (float)y[i]);
    }
}

static int is(double value, double expected, double unit) {
    if (isnan(expected))
        return isnan(value);
    if (expected == 0 || isinf(expected))
        return value == expected && !signbit(value) == !signbit(expected);
    return fabs(value - expected) <= 4 * unit * fabs(expected);
}

static void check(const char *where, const double r[N], const float f[N]) {
    int i;
    for (i = 0; i < N; i++) {
        CHECK(is(r[i], cases[i].result, DBL_EPSILON), "%s: case %d of %d with %g, %g: %.17g, not %.17g", where, i, (int)cases[i].what,
              cases[i].x, cases[i].y, r[i], cases[i].result);
        CHECK(is((double)f[i], cases[i].result, (double)FLT_EPSILON), "%s: case %d of %d in float with %g, %g: %.9g, not %.9g", where, i,
              (int)cases[i].what, cases[i].x, cases[i].y, (double)f[i], cases[i].result);
    }
}

int main(void) {
    static int what[N];
    static double x[N], y[N], r[N];
    static float f[N];
    int i;
    for (i = 0; i < N; i++) {
        what[i] = (int)cases[i].what, x[i] = cases[i].x, y[i] = cases[i].y;
        r[i] = compute(cases[i].what, x[i], y[i]);
        f[i] = computef(cases[i].what, (float)x[i], (float)y[i]);
    }
    check("host", r, f);
    offload(in_kernel, .threads = {N})(N, what, x, y, r, f);
    check("kernel", r, f);

    /* digits of an exponent that a double does not have */
    CHECK(fabs(pown(1 + DBL_EPSILON, 1000000000000000001LL) / 2.7086111089766723e96 - 1) < 1e-14, "%.17g",
          pown(1 + DBL_EPSILON, 1000000000000000001LL));
    CHECK(pown(-1.0, 9007199254740993LL) == -1, "%g", pown(-1.0, 9007199254740993LL));
    CHECK(rootn(-1.0, 9007199254740993LL) == -1, "%g", rootn(-1.0, 9007199254740993LL));
    return finish();
}
