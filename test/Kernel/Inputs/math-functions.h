// math-functions.h - the functions of math.h in kernels, for one floating type: as near to the exact
// value as OpenCL asks for; exact where C says so. The test says which type:
//
//   real         the type
//   exact        a wider type, which the host computes in
//   REAL(name)   math.h's name of a function for the type
//   EXACT(name)  for the wider one
//   LEAST        the least number that is not 0
//   LEAST_ROOT   its square root
//   FUSED        a factor whose product with a number needs more digits than the type has
#ifndef MATH_FUNCTIONS_H
#define MATH_FUNCTIONS_H

#include <math.h>
#include <offload.h>

#include "check.h"

// Function, error in units in the last place, and the range of arguments.
#define UNARY(F)                                                                                   \
    F(acos, 4, -1, 1) F(acosh, 4, 1, 50) F(asin, 4, -1, 1) F(asinh, 4, -50, 50)                    \
    F(atan, 5, -50, 50) F(atanh, 5, -0.99, 0.99) F(cbrt, 4, -99, 99) F(ceil, 0, -9, 9)             \
    F(cos, 4, -100, 100) F(cosh, 4, -20, 20) F(erf, 16, -4, 4) F(erfc, 16, -4, 4)                  \
    F(exp, 3, -20, 20) F(exp10, 3, -9, 9) F(exp2, 3, -20, 20) F(expm1, 3, -5, 5)                   \
    F(fabs, 0, -9, 9) F(floor, 0, -9, 9) F(lgamma, 64, 2.5, 50) F(log, 3, 0.01, 99)                \
    F(log10, 3, 0.01, 99) F(log1p, 2, -0.9, 9) F(log2, 3, 0.01, 99) F(logb, 0, 0.01, 999)          \
    F(nearbyint, 0, -9, 9) F(rint, 0, -9, 9) F(round, 0, -9, 9) F(sin, 4, -100, 100)               \
    F(sinh, 4, -20, 20) F(sqrt, 0, 0, 999) F(tan, 5, -1.5, 1.5) F(tanh, 5, -4, 4)                  \
    F(tgamma, 16, 0.5, 20) F(trunc, 0, -9, 9)
#define BINARY(F)                                                                                  \
    F(atan2, 6, -9, 9) F(copysign, 0, -9, 9) F(fdim, 0, -9, 9) F(fmax, 0, -9, 9)                   \
    F(fmin, 0, -9, 9) F(fmod, 0, -9, 9) F(hypot, 4, -9, 9) F(pow, 16, 0.1, 9)                      \
    F(remainder, 0, -9, 9)

enum {
#define NAME(name, ulp, low, high) name##_,
    UNARY(NAME) UNARIES,
    BINARY(NAME) END
};

offload_kernel void unary(int which, int n, const real x[n], offload_out real y[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        switch (which) {
#define CASE(name, ulp, low, high)                                                                 \
    case name##_:                                                                                  \
        y[i] = REAL(name)(x[i]);                                                                   \
        break;
            UNARY(CASE)
        }
}

offload_kernel void binary(int which, int n, const real x[n], const real z[n],
                           offload_out real y[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        switch (which) {
#define CASE2(name, ulp, low, high)                                                                \
    case name##_:                                                                                  \
        y[i] = REAL(name)(x[i], z[i]);                                                             \
        break;
            BINARY(CASE2)
        }
}

// Those that return integers, or more than one value.
struct parts {
    real fraction, whole, mantissa, fused, next, scaled, scaled_far, sine, cosine, rest;
    long rounded, near;
    long long lrounded, lnear;
    int exponent, binary_exponent, quotient, nan, infinite, sign;
};

static inline struct parts take_apart(real x) {
    struct parts p;
    p.fraction = REAL(modf)(x, &p.whole);
    p.mantissa = REAL(frexp)(x, &p.exponent);
    p.fused = REAL(fma)(x, FUSED, -x);
    p.next = REAL(nextafter)(x, 100);
    p.scaled = REAL(ldexp)(x, 5) + REAL(scalbn)(x, 3);
    p.scaled_far = REAL(scalbln)(x, -20L);
    REAL(sincos)(x, &p.sine, &p.cosine);
    p.rest = REAL(remquo)(x, (real)0.75, &p.quotient);
    p.quotient &= 7;
    p.rounded = REAL(lround)(x), p.near = REAL(lrint)(x);
    p.lrounded = REAL(llround)(x), p.lnear = REAL(llrint)(x);
    p.binary_exponent = REAL(ilogb)(x);
    p.nan = isnan(x) != 0, p.infinite = isinf(x) != 0, p.sign = signbit(x) != 0;
    return p;
}

offload_kernel void several(int n, const real x[n], offload_out struct parts p[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        p[i] = take_apart(x[i]);
}

enum { N = 500 };
static real x[N], y[N], z[N];
static struct parts parts[N];

// How many units in the last place of `expected` the value is off.
static exact ulps(real value, exact expected) {
    if (value == (real)expected || (isnan(value) && isnan(expected)))
        return 0;
    real size = REAL(fabs)((real)expected);
    return EXACT(fabs)(value - expected) / (REAL(nextafter)(size, INFINITY) - size);
}

static void fill(double low, double high) {
    for (int i = 0; i < N; i++) {
        x[i] = (real)(low + (high - low) * i / (N - 1));
        z[i] = (real)(low + (high - low) * (i * 37 % N) / (N - 1));
    }
}

int main(void) {
    // An exact value is at most half a unit away, and the limit holds beyond it.
#define TEST(name, ulp, low, high)                                                                 \
    fill(low, high);                                                                               \
    offload(unary, .threads = {N})(name##_, N, x, y);                                              \
    for (int i = 0; i < N; i++) {                                                                  \
        exact expected = EXACT(name)(x[i]);                                                        \
        CHECK(ulps(y[i], expected) <= (ulp) + 0.5, #name "(%.17g): %.17g, not %.17Lg",             \
              (double)x[i], (double)y[i], (long double)expected);                                  \
    }
    UNARY(TEST)
#define TEST2(name, ulp, low, high)                                                                \
    fill(low, high);                                                                               \
    offload(binary, .threads = {N})(name##_, N, x, z, y);                                          \
    for (int i = 0; i < N; i++) {                                                                  \
        exact expected = EXACT(name)(x[i], z[i]);                                                  \
        CHECK(ulps(y[i], expected) <= (ulp) + 0.5, #name "(%.17g, %.17g): %.17g, not %.17Lg",      \
              (double)x[i], (double)z[i], (double)y[i], (long double)expected);                    \
    }
    BINARY(TEST2)
    fill(-20.3, 20.6);
    offload(several, .threads = {N})(N, x, parts);
    for (int i = 0; i < N; i++) {
        struct parts p = parts[i], q = take_apart(x[i]);
        CHECK(p.fraction == q.fraction && p.whole == q.whole, "modf(%g)", x[i]);
        CHECK(p.mantissa == q.mantissa && p.exponent == q.exponent, "frexp(%g)", x[i]);
        CHECK(p.fused == q.fused, "fma: %g", x[i]);
        CHECK(p.next == q.next, "nextafter(%g)", x[i]);
        CHECK(p.scaled == q.scaled && p.scaled_far == q.scaled_far, "ldexp(%g)", x[i]);
        CHECK(ulps(p.sine, EXACT(sin)(x[i])) <= 4.5 && ulps(p.cosine, EXACT(cos)(x[i])) <= 4.5,
              "sincos(%g)", x[i]);
        CHECK(p.rest == q.rest && p.quotient == q.quotient, "remquo(%g)", x[i]);
        EQUAL(p.rounded, q.rounded);
        EQUAL(p.near, q.near);
        EQUAL(p.lrounded, q.lrounded);
        EQUAL(p.lnear, q.lnear);
        EQUAL(p.binary_exponent, q.binary_exponent);
        EQUAL(p.sign, q.sign);
        EQUAL(p.nan + p.infinite, 0);
    }
    real special[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0, LEAST};
    real roots[6];
    offload(several, .threads = {3})(3, special, parts);
    EQUAL(parts[0].nan, 1);
    EQUAL(parts[1].infinite + parts[2].infinite, 2);
    offload(unary, .threads = {6})(sqrt_, 6, special, roots);
    CHECK(isnan(roots[0]) && isinf(roots[1]) && isnan(roots[2]), "sqrt of no numbers");
    CHECK(roots[3] == 0 && !signbit(roots[3]) && signbit(roots[4]), "sqrt of zeros");
    CHECK(roots[5] == LEAST_ROOT, "%g", roots[5]);
    return finish();
}

#endif
