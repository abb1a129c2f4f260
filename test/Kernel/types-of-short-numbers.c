// _Float16 and __bf16: what they are rounded to, with ties, denormal numbers, infinities and NaNs, and arithmetic on them,
// next to a reference that rounds by itself.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2 -rtlib=compiler-rt
// RUN: %run_kernel -O2 -frounding-math -Wno-overriding-option
#include <offload.h>
#include <math.h>
#include <string.h>

#include "Inputs/check.h"

typedef unsigned short u16;
typedef __bf16 eight __attribute__((vector_size(16)));
enum { N = 600, RESULTS = 10 };

static inline u16 of_half(_Float16 x) {
    return __builtin_bit_cast(u16, x);
}

static inline u16 of_bfloat(__bf16 x) {
    return __builtin_bit_cast(u16, x);
}

offload_kernel void convert(int n, const double x[n], const double y[n], u16 out[n][RESULTS]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    float f = (float)x[i];
    out[i][0] = of_bfloat((__bf16)f);
    out[i][1] = of_bfloat((__bf16)x[i]);
    out[i][2] = of_half((_Float16)f);
    out[i][3] = of_half((_Float16)x[i]);
    out[i][4] = of_bfloat((__bf16)(_Float16)f);
    out[i][5] = of_half((_Float16)(float)(__bf16)f);
    out[i][6] = of_bfloat((__bf16)f * (__bf16)(float)y[i]);
    out[i][7] = of_half((_Float16)f + (_Float16)(float)y[i]);
    out[i][8] = of_bfloat((__bf16)(int)i * (__bf16)2);
    eight v = {(__bf16)f, (__bf16)1};
    v = v + v;
    out[i][9] = of_bfloat(v[0]);
}

static double x[N], y[N];
static u16 out[N][RESULTS];

// The nearest number with so many digits, of those whose last digit is 2^lowest or more.
static double rounded(double x, int digits, int lowest, double limit) {
    int exponent;
    if (isnan(x) || isinf(x) || x == 0)
        return x;
    frexp(x, &exponent);
    int last = exponent - digits < lowest ? lowest : exponent - digits;
    double result = ldexp(rint(ldexp(x, -last)), last);
    return fabs(result) < limit ? copysign(result, x) : copysign(INFINITY, x);
}

static double as_bfloat(double x) {
    return rounded(x, 8, -133, 0x1p128);
}

static double as_half(double x) {
    return rounded(x, 11, -24, 0x1p16);
}

// Of the exact numbers above.
static u16 bits_of_bfloat(double x) {
    float number = (float)x;
    unsigned bits;
    memcpy(&bits, &number, sizeof bits);
    return (u16)(bits >> 16);
}

static u16 bits_of_half(double x) {
    int exponent;
    u16 sign = signbit(x) ? 0x8000 : 0;
    if (isinf(x) || x == 0)
        return sign | (x == 0 ? 0 : 0x7c00);
    frexp(fabs(x), &exponent);
    if (exponent < -13)
        return (u16)(sign | (u16)ldexp(fabs(x), 24));
    return (u16)(sign | (u16)((exponent + 13) << 10) + (u16)ldexp(fabs(x), 11 - exponent));
}

// Any NaN will do, if it is quiet.
static int same(u16 found, double expected, int is_half) {
    u16 exponent = is_half ? 0x7c00 : 0x7f80, quiet = is_half ? 0x200 : 0x40;
    if (isnan(expected))
        return (found & exponent) == exponent && found & quiet;
    return found == (is_half ? bits_of_half(expected) : bits_of_bfloat(expected));
}

static unsigned long next(void) {
    static unsigned long state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Ties of both types and what is beside them, of any size.
static double random_number(int i) {
    int digits = next() % 2 ? 9 : 12; // one more than the types have
    double number = ldexp((double)(next() >> 11 | 1ul << 52), -52);
    if (next() % 3)
        number = ldexp(rint(ldexp(number, digits - 1)), 1 - digits);
    if (next() % 3 == 0)
        number += next() % 2 ? 0x1p-40 : -0x1p-40;
    int exponent = i % 2 ? (int)(next() % 44) - 27 : (int)(next() % 280) - 150;
    return ldexp(next() % 2 ? number : -number, exponent);
}

int main(void) {
    static const double edges[] = {0, -0.0, INFINITY, -INFINITY, NAN, 1, 65504, 65519.99, 65520, -65520,
                                   0x1.fep127, 0x1.fefp127, 0x1.ffp127, 0x1.fffp127, 0x1p128, 1e300,
                                   0x1p-133, 0x1p-134, 0x1.8p-134, 0x1p-24, 0x1p-25, 0x1.8p-25, 1e-300,
                                   4.9e-324, 0x1.01p0, 0x1.03p0, 0x1.010001p0, 0x1.0100000000001p0};
    enum { EDGES = sizeof edges / sizeof *edges };
    for (int i = 0; i < N; i++) {
        x[i] = i < EDGES ? edges[i] : random_number(i);
        y[i] = random_number(1);
    }
    offload(convert, .threads = {N})(N, x, y, out);
    for (int i = 0; i < N; i++) {
        float f = (float)x[i], g = (float)y[i];
        double expected[RESULTS] = {
            as_bfloat(f),          as_bfloat(x[i]),
            as_half(f),            as_half(x[i]),
            as_bfloat(as_half(f)), as_half(as_bfloat(f)),
            0,                     as_half(as_half(f) + as_half(g)),
            as_bfloat(2 * as_bfloat(i)), as_bfloat(2 * as_bfloat(f)),
        };
        expected[6] = as_bfloat((float)(as_bfloat(f) * as_bfloat(g)));
        static const int is_half[RESULTS] = {[2] = 1, [3] = 1, [5] = 1, [7] = 1};
        for (int k = 0; k < RESULTS; k++)
            CHECK(same(out[i][k], expected[k], is_half[k]), "%d: %d of %a is %#x, not %a", i, k, x[i], out[i][k],
                  expected[k]);
    }
    return finish();
}
