// The C library's functions that a kernel may call; their checking variants too.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -O2 -D_FORTIFY_SOURCE=3 -D_GNU_SOURCE 2>&1 | count 0
#include <offload.h>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static double all_of_math(double x, int *i, double *d)
{
    return sin(x) + cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + atan2(x, x) + sinh(x) + cosh(x) +
           tanh(x) + asinh(x) + acosh(x) + atanh(x) + exp(x) + exp2(x) + exp10(x) + expm1(x) +
           log(x) + log2(x) + log10(x) + log1p(x) + logb(x) + ilogb(x) + pow(x, x) + sqrt(x) +
           cbrt(x) + hypot(x, x) + erf(x) + erfc(x) + tgamma(x) + lgamma(x) + ceil(x) + floor(x) +
           trunc(x) + round(x) + lround(x) + llround(x) + rint(x) + lrint(x) + llrint(x) +
           nearbyint(x) + fmod(x, x) + remainder(x, x) + remquo(x, x, i) + copysign(x, x) +
           nextafter(x, x) + fdim(x, x) + fmax(x, x) + fmin(x, x) + fma(x, x, x) + fabs(x) +
           frexp(x, i) + ldexp(x, 1) + modf(x, d) + scalbn(x, 1) + scalbln(x, 1);
}
static float all_of_float_math(float x, int *i, float *f)
{
    return sinf(x) + cosf(x) + tanf(x) + asinf(x) + acosf(x) + atanf(x) + atan2f(x, x) + sinhf(x) +
           coshf(x) + tanhf(x) + asinhf(x) + acoshf(x) + atanhf(x) + expf(x) + exp2f(x) + exp10f(x) +
           expm1f(x) + logf(x) + log2f(x) + log10f(x) + log1pf(x) + logbf(x) + ilogbf(x) +
           powf(x, x) + sqrtf(x) + cbrtf(x) + hypotf(x, x) + erff(x) + erfcf(x) + tgammaf(x) +
           lgammaf(x) + ceilf(x) + floorf(x) + truncf(x) + roundf(x) + lroundf(x) + llroundf(x) +
           rintf(x) + lrintf(x) + llrintf(x) + nearbyintf(x) + fmodf(x, x) + remainderf(x, x) +
           remquof(x, x, i) + copysignf(x, x) + nextafterf(x, x) + fdimf(x, x) + fmaxf(x, x) +
           fminf(x, x) + fmaf(x, x, x) + fabsf(x) + frexpf(x, i) + ldexpf(x, 1) + modff(x, f) +
           scalbnf(x, 1) + scalblnf(x, 1) + isnan(x) + isinf(x) + isfinite(x) + signbit(x);
}
offload_kernel void k(size_t n, float x[n], double y[n])
{
    int i;
    assert(n > 0);
    memcpy(x, x + 1, 4);
    memmove(x, x + 1, 4);
    memset(x, 0, 4);
    if (memcmp(x, x + 1, 4))
        abort();
    x[2] = memchr(x, 1, 4) || memrchr(x, 1, 4) || memmem(x, 4, y, 2) || rawmemchr(x, 1);
    mempcpy(x, x + 1, 4);
    memccpy(x, x + 1, 0, 4);
    x[3] = bcmp(x, x + 1, 4);
    bcopy(x, x + 1, 4);
    bzero(x, 4);
    explicit_bzero(x, 4);
    printf("%g %d\n", x[0], abs(-1));
    x[0] = all_of_float_math(x[1], &i, x);
    y[0] = all_of_math(y[1], &i, y);
}
