// complex.c - functions of <complex.h> on GPUs for which musl's are inexact.
#include <float.h> // DBL_MAX, INFINITY and NAN

#pragma STDC FP_CONTRACT OFF

double log(double), log1p(double), hypot(double, double), atan2(double, double);

// A sum, and what its rounding lost.
static inline double add(double a, double b, double *lost) {
    double sum = a + b, part = sum - a;
    *lost += (a - (sum - part)) + (b - part);
    return sum;
}

// The logarithm of |x + iy|. Near 1, of 1 plus what its square differs by from 1, which two
// products with their rests give.
static double log_of_size(double x, double y) {
    double larger = __builtin_fabs(x), smaller = __builtin_fabs(y);
    if (!(larger >= smaller)) {
        double other = larger;
        larger = smaller;
        smaller = other;
    }
    if (larger > 0.5 && larger < 2 && smaller < 2) {
        double a = larger * larger, a_rest = __builtin_fma(larger, larger, -a);
        double b = smaller * smaller, b_rest = __builtin_fma(smaller, smaller, -b);
        double rests = 0, sum = add(add(-1, a, &rests), b, &rests);
        double low = add(a_rest, b_rest, &rests);
        double off = add(sum, low, &rests);
        off += rests;
        if (off > -0.5 && off < 3)
            return log1p(off) / 2;
    }
    if (larger > DBL_MAX / 4 && larger <= DBL_MAX)
        return log(hypot(larger / 4, smaller / 4)) + 1.38629436111989061883; // log(4)
    if (larger < 0x1p-500)
        return log(hypot(larger * 0x1p500, smaller * 0x1p500)) -
               346.573590279972654709; // 500 log(2)
    return log(hypot(larger, smaller));
}

double _Complex clog(double _Complex z) {
    double _Complex result;
    __real__ result = log_of_size(__real__ z, __imag__ z);
    __imag__ result = atan2(__imag__ z, __real__ z);
    return result;
}

float atan2f(float, float);

float _Complex clogf(float _Complex z) {
    float _Complex result;
    __real__ result = (float)log_of_size(__real__ z, __imag__ z);
    __imag__ result = atan2f(__imag__ z, __real__ z);
    return result;
}

// ---- Inverse functions -------------------------------------------------------------------------

// Hull, Fairgrieve, Tang: "Implementing the complex arcsine and arccosine functions using exception
// handling", ACM TOMS 23 (1997). Those of float are computed with double, where nothing is too
// large or too small.

double acos(double), asin(double), atan(double), atan2(double, double), log1p(double);

#define PI 3.14159265358979323846
#define LN2 0.69314718055994530942

struct arc {
    double sine, cosine; // the real parts of the arcsine and arccosine
    double size;         // of the imaginary part, which is that of both
};

// Where squares would be too large or too small.
static struct arc arc_at_ends(double x, double y) {
    struct arc arc;
    if (y < 0x1p-53 * __builtin_fabs(x - 1)) {
        double off = x - 1;
        arc.sine = x < 1 ? asin(x) : PI / 2;
        arc.cosine = x < 1 ? acos(x) : y / (__builtin_sqrt(off) * __builtin_sqrt(x + 1));
        if (x < 1)
            arc.size = y / __builtin_sqrt((1 - x) * (1 + x));
        else
            arc.size = x < 0x1p500 ? log1p(off + __builtin_sqrt(off) * __builtin_sqrt(x + 1))
                                   : LN2 + log(x);
    } else if (y < 0x1p-500) { // x is 1
        arc.sine = PI / 2 - __builtin_sqrt(y);
        arc.cosine = arc.size = __builtin_sqrt(y);
    } else if (x <= 0x1p-54 * y - 1) {
        arc.sine = x / y;
        arc.cosine = PI / 2 - arc.sine;
        arc.size = LN2 + log(y);
    } else if (x > 1) { // both are large
        arc.sine = atan(x / y);
        arc.cosine = atan(y / x);
        arc.size = LN2 + log(y) + log1p((x / y) * (x / y)) / 2;
    } else { // x is small
        double a = __builtin_sqrt(1 + y * y);
        arc.sine = x / a;
        arc.cosine = PI / 2 - arc.sine;
        arc.size = log1p(2 * y * (y + a)) / 2;
    }
    return arc;
}

// Of x + iy, neither of which is negative or infinite.
static struct arc arc_of(double x, double y) {
    if (!(x < 0x1p500 && y < 0x1p500 && x > 0x1p-500 && y > 0x1p-500))
        return arc_at_ends(x, y);
    double r = hypot(x + 1, y), s = hypot(x - 1, y), a = (r + s) / 2, b = x / a;
    struct arc arc;
    if (b <= 0.6417) {
        arc.sine = asin(b);
        arc.cosine = acos(b);
    } else {
        double sum = a + x, side;
        if (x <= 1)
            side = __builtin_sqrt(sum * (y * y / (r + x + 1) + (s + (1 - x))) / 2);
        else
            side = y * __builtin_sqrt((sum / (r + x + 1) + sum / (s + (x - 1))) / 2);
        arc.sine = atan2(x, side);
        arc.cosine = atan2(side, x);
    }
    if (a <= 1.5) {
        double rest = x < 1 ? y * y / (s + (1 - x)) : s + (x - 1);
        double off = (y * y / (r + (x + 1)) + rest) / 2; // a - 1
        arc.size = log1p(off + __builtin_sqrt(off * (a + 1)));
    } else {
        arc.size = log(a + __builtin_sqrt(a * a - 1));
    }
    return arc;
}

#define COPY_SIGN __builtin_copysign
#define IS_NAN(x) __builtin_isnan(x)
#define IS_INF(x) __builtin_isinf(x)
#define IS_FINITE(x) __builtin_isfinite(x)

static double _Complex make(double x, double y) {
    double _Complex z;
    __real__ z = x;
    __imag__ z = y;
    return z;
}

double _Complex casin(double _Complex z) {
    double x = __real__ z, y = __imag__ z;
    if (IS_FINITE(x) && IS_FINITE(y)) {
        struct arc arc = arc_of(__builtin_fabs(x), __builtin_fabs(y));
        return make(COPY_SIGN(arc.sine, x), COPY_SIGN(arc.size, y));
    }
    if (IS_NAN(x))
        return make(NAN, IS_INF(y) ? y : NAN);
    if (IS_NAN(y))
        return make(x == 0 ? x : NAN, IS_INF(x) ? INFINITY : NAN);
    double turn = !IS_INF(x) ? 0 : IS_INF(y) ? PI / 4 : PI / 2;
    return make(COPY_SIGN(turn, x), COPY_SIGN(INFINITY, y));
}

double _Complex cacos(double _Complex z) {
    double x = __real__ z, y = __imag__ z;
    if (IS_FINITE(x) && IS_FINITE(y)) {
        struct arc arc = arc_of(__builtin_fabs(x), __builtin_fabs(y));
        return make(__builtin_signbit(x) ? PI - arc.cosine : arc.cosine, COPY_SIGN(arc.size, -y));
    }
    if (IS_NAN(x))
        return make(NAN, IS_INF(y) ? -y : NAN);
    if (IS_NAN(y))
        return make(x == 0 ? PI / 2 : NAN, IS_INF(x) ? -INFINITY : NAN);
    double turn = !IS_INF(x) ? PI / 2 : IS_INF(y) ? PI / 4 : 0;
    return make(IS_INF(x) && x < 0 ? PI - turn : turn, COPY_SIGN(INFINITY, -y));
}

double _Complex casinh(double _Complex z) {
    double _Complex w = casin(make(__imag__ z, __real__ z)); // asinh(z) = i conj(asin(i conj(z)))
    return make(__imag__ w, __real__ w);
}

double _Complex cacosh(double _Complex z) {
    double _Complex w = cacos(z);
    double x = __real__ w, y = __imag__ w;
    if (IS_NAN(x))
        return make(IS_NAN(y) ? y : __builtin_fabs(y), x);
    if (IS_NAN(y))
        return make(y, __real__ z == 0 ? x : y);
    return make(__builtin_fabs(y), COPY_SIGN(x, __imag__ z));
}

double _Complex catanh(double _Complex z) {
    double x = __real__ z, y = __imag__ z, ax = __builtin_fabs(x), ay = __builtin_fabs(y);
    if (IS_NAN(x) || IS_NAN(y)) {
        if (IS_INF(x) || x == 0)
            return make(COPY_SIGN(0, x), y);
        return make(IS_INF(y) ? COPY_SIGN(0, x) : NAN, IS_INF(y) ? COPY_SIGN(PI / 2, y) : NAN);
    }
    if (!(ax < 0x1p54 && ay < 0x1p54)) { // about 1 / z
        double size = IS_INF(x) || IS_INF(y) ? INFINITY : hypot(ax / 2, ay / 2);
        return make(COPY_SIGN(IS_INF(size) ? 0 : ax / size / size / 4, x), COPY_SIGN(PI / 2, y));
    }
    double real, off = 1 - ax;
    if (off == 0 && ay < 0x1p-500)
        real = ay == 0 ? INFINITY : (LN2 - log(ay)) / 2;
    else
        real = log1p(4 * (ax / (off * off + ay * ay))) / 4;
    double turn = ax == 0 ? atan(ay) : atan2(2 * ay, __builtin_fma(-ay, ay, off * (1 + ax))) / 2;
    return make(COPY_SIGN(real, x), COPY_SIGN(turn, y));
}

double _Complex catan(double _Complex z) {
    double _Complex w = catanh(make(__imag__ z, __real__ z)); // atan(z) = i conj(atanh(i conj(z)))
    return make(__imag__ w, __real__ w);
}

#define FLOAT(name)                                                                                \
    float _Complex name##f(float _Complex z) {                                                     \
        double _Complex w = name(make(__real__ z, __imag__ z));                                    \
        float _Complex result;                                                                     \
        __real__ result = (float)__real__ w;                                                       \
        __imag__ result = (float)__imag__ w;                                                       \
        return result;                                                                             \
    }
FLOAT(casin)
FLOAT(cacos)
FLOAT(casinh)
FLOAT(cacosh)
FLOAT(catanh)
FLOAT(catan)
