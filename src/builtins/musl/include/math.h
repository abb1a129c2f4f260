// math.h - for musl's sources (features.h). A device's long double is its double.
#ifndef MUSL_MATH_H
#define MUSL_MATH_H

typedef float float_t;
typedef double double_t;

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_inf()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)

#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923

#define DECLARE(name)                                                                                 \
    float name##f(float);                                                                             \
    double name(double)
DECLARE(acos);
DECLARE(asin);
DECLARE(atan);
DECLARE(cos);
DECLARE(cosh);
DECLARE(exp);
DECLARE(log);
DECLARE(log1p);
DECLARE(sin);
DECLARE(sinh);
DECLARE(tan);
DECLARE(tanh);
DECLARE(j0);
DECLARE(j1);
DECLARE(y0);
DECLARE(y1);
DECLARE(significand);
#undef DECLARE

double fmod(double, double), frexp(double, int *), scalbn(double, int), hypot(double, double);
double atan2(double, double), jn(int, double), yn(int, double), lgamma_r(double, int *);
float hypotf(float, float), atan2f(float, float), jnf(int, float), ynf(int, float);
float lgammaf_r(float, int *), scalbnf(float, int);
int ilogb(double), ilogbf(float);

// musl's names of its own for what others may replace.
#define __lgamma_r lgamma_r
#define __lgammaf_r lgammaf_r

#define sqrt(x) __builtin_sqrt(x)
#define sqrtf(x) __builtin_sqrtf(x)
#define floor(x) __builtin_floor(x)
#define floorf(x) __builtin_floorf(x)

#define copysign(x, y) __builtin_copysign(x, y)
#define copysignf(x, y) __builtin_copysignf(x, y)
#define copysignl(x, y) __builtin_copysign((double)(x), (double)(y))
#define fabs(x) __builtin_fabs(x)
#define fabsf(x) __builtin_fabsf(x)
#define fabsl(x) __builtin_fabs((double)(x))
#define fmodl(x, y) fmod((double)(x), (double)(y))
#define frexpl(x, e) frexp((double)(x), e)
#define scalbnl(x, e) scalbn((double)(x), e)

#endif
