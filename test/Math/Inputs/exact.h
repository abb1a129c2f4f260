// exact.h - the functions of offload_math.h in long double, from the C library's, as references.
#ifndef MATH_EXACT_H
#define MATH_EXACT_H

#include <math.h>

#define PI_L 3.14159265358979323846264338327950288L
#define REST_OF_ROOT 1.8950325588932570797e-20L // of 1 / sqrt(2)
#define LN2_L 0.693147180559945309417232121458176568L
#define LN10_L 2.302585092994045684017991454684364208L
#define ROOT_OF_PI_L 1.77245385090551602729816748334114518L

static long double sinpil(long double x) {
    long double turn = remainderl(x, 2), rest = fabsl(turn) > 0.5L ? 1 - fabsl(turn) : fabsl(turn);
    long double value = rest <= 0.25L ? sinl(PI_L * rest) : cosl(PI_L * (0.5L - rest));
    return copysignl(value, rest == 0 ? x : turn);
}

static long double cospil(long double x) {
    long double rest = fabsl(remainderl(x, 2));
    if (rest <= 0.25L)
        return cosl(PI_L * rest);
    return rest < 0.75L ? sinl(PI_L * (0.5L - rest)) : -cosl(PI_L * (1 - rest));
}

static long double root_ofl(long double x, long long n) {
    long double root = powl(fabsl(x), 1 / (long double)n);
    if (n == 0 || (x < 0 && n % 2 == 0))
        return (long double)NAN;
    return n % 2 ? copysignl(root, x) : root;
}

static long double powr_ofl(long double x, long double y) {
    if (isnan(x) || isnan(y) || x < 0 || (x == 0 && y == 0) || (isinf(x) && y == 0) ||
        (x == 1 && isinf(y)))
        return (long double)NAN;
    return powl(x == 0 ? 0 : x, y);
}

// exp(n * log1p(x)), with what the product has not; n is at most so large that a double has it.
static long double compound_ofl(long double x, long long n) {
    if (x < -1)
        return (long double)NAN;
    if (n == 0)
        return 1;
    if (!(x > -1) || isinf(x))
        return powl(1 + x, n);
    long double log = log1pl(x), product = (long double)n * log;
    long double value = expl(product);
    return isinf(value) || value == 0 ? value
                                      : value + value * fmal((long double)n, log, -product);
}

static long double exp2m1_ofl(long double x) {
    return fabsl(x) < 0.5L ? expm1l(x * LN2_L) : exp2l(x) - 1;
}

static long double exp10m1_ofl(long double x) {
    return fabsl(x) < 0.2L ? expm1l(x * LN10_L) : powl(10, x) - 1;
}

static long double erfcxl(long double x) {
    long double square = x * x;
    long double value = 1;
    for (int k = 17; k > 0 && !(x < 100); k -= 2)
        value = 1 - k * value / (2 * square);
    if (!(x < 100))
        return value / (x * ROOT_OF_PI_L);
    value = expl(square) * erfcl(x);
    return isinf(value) ? value : value + value * fmal(x, x, -square);
}

static long double normcdfl(long double x) {
    long double t = -0.7071067811865475244L * x, value = 0.5L * erfcl(t);
    if (!(fabsl(x) < 100))
        return value;
    long double rest = fmal(-0.7071067811865475244L, x, -t) + REST_OF_ROOT * x;
    return value - expl(-t * t) * rest / ROOT_OF_PI_L;
}

// Newton's method, from what the function of double says. Without a value, that stays.
static long double erfcinvl(long double y) {
    if (y > 1.5L)
        return -erfcinvl(2 - y);
    long double t = offload_erfcinv((double)y);
    for (int i = 0; i < 3 && isfinite(t); i++)
        t += (y < 0.5L ? erfcl(t) - y : 1 - y - erfl(t)) * ROOT_OF_PI_L / 2 * expl(t * t);
    return t;
}

static long double erfinvl(long double x) {
    if (fabsl(x) > 0.5L)
        return copysignl(erfcinvl(1 - fabsl(x)), x);
    long double t = offload_erfinv((double)x);
    for (int i = 0; i < 3 && t != 0; i++)
        t -= (erfl(t) - x) * ROOT_OF_PI_L / 2 * expl(t * t);
    return t;
}

static long double normcdfinvl(long double p) {
    return 0 - erfcinvl(2 * p) * 1.41421356237309504880168872420969808L;
}

static long double bessel_i(int order, long double x) {
    long double sum = 1, term = 1;
    if (!(x < 10000))
        return x < 0 || x > 0 ? HUGE_VALL : x;
    for (int k = 1; x < 40 && k < 200; k++)
        sum += term *= x * x / (4 * k * (k + order));
    if (x < 40)
        return order ? 0.5L * x * sum : sum;
    for (int k = 1; k < 60 && fabsl(term) > 1e-22L; k++)
        sum += term *= ((2.0L * k - 1) * (2.0L * k - 1) - 4 * order) / (8 * k * x);
    return expl(x) * sum / sqrtl(2 * PI_L * x);
}

static long double cyl_bessel_i0l(long double x) {
    return bessel_i(0, fabsl(x));
}

static long double cyl_bessel_i1l(long double x) {
    return copysignl(bessel_i(1, fabsl(x)), x);
}

#endif
