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

double fmod(double, double), frexp(double, int *), scalbn(double, int);

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
