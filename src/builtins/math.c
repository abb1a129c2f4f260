// math.c - functions of libclc's that do not keep what C17 says (Annex F), or lose numbers that are
// small, put right. Compiled to bitcode for each GPU, and put into libclc's place when our library
// is made of it (src/device/math/mathreduce.h): each function here has the name of libclc's, and
// may call that as libclc_<name>. docs/math.md has what is left, as scripts/ulp measures it.

#define CORRECT(type, name, symbol, ...)                                                           \
    type libclc_##name(__VA_ARGS__) __asm__("__libclc_" symbol);                                   \
    type name(__VA_ARGS__) __asm__(symbol);                                                        \
    type name(__VA_ARGS__)

// ---- Zeros have a sign --------------------------------------------------------------------------

#define KEEP_ZERO(name, symbol)                                                                    \
    CORRECT(double, name, symbol, double x) {                                                      \
        return x == 0 ? x : libclc_##name(x);                                                      \
    }
KEEP_ZERO(correct_asin, "_Z4asind")
KEEP_ZERO(correct_asinpi, "_Z6asinpid")
KEEP_ZERO(correct_atan, "_Z4atand")
KEEP_ZERO(correct_atanpi, "_Z6atanpid")
KEEP_ZERO(correct_erf, "_Z3erfd")
KEEP_ZERO(correct_expm1, "_Z5expm1d")
KEEP_ZERO(correct_sin, "_Z3sind")
KEEP_ZERO(correct_tan, "_Z3tand")

// C23's, for whole numbers and halves of odd ones.
#define CORRECT_TURNS(type, suffix, letter)                                                        \
    CORRECT(type, correct_sinpi##suffix, "_Z5sinpi" letter, type x) {                              \
        type y = libclc_correct_sinpi##suffix(x);                                                  \
        return y == 0 ? __builtin_copysign##suffix(0, x) : y;                                      \
    }                                                                                              \
    CORRECT(type, correct_cospi##suffix, "_Z5cospi" letter, type x) {                              \
        type y = libclc_correct_cospi##suffix(x);                                                  \
        return y == 0 ? 0 : y;                                                                     \
    }                                                                                              \
    CORRECT(type, correct_tanpi##suffix, "_Z5tanpi" letter, type x) {                              \
        type y = libclc_correct_tanpi##suffix(x), half = x / 2;                                    \
        _Bool is_odd = half != __builtin_rint##suffix(half);                                       \
        return y == 0 ? __builtin_copysign##suffix(0, is_odd ? -x : x) : y;                        \
    }
CORRECT_TURNS(double, , "d")
CORRECT_TURNS(float, f, "f")

// ---- Results that are denormal ------------------------------------------------------------------

// exp(-44.359375), a shift that no exponent beyond it loses a bit by.
#define SHIFT 44.359375f
#define SHIFTED 0x1.008622p-64f

CORRECT(float, correct_expf, "_Z3expf", float x) {
    _Bool small = x < -87;
    float y = libclc_correct_expf(small ? x + SHIFT : x);
    return small ? y * SHIFTED : y;
}

CORRECT(float, correct_exp2f, "_Z4exp2f", float x) {
    _Bool small = x < -126;
    float y = libclc_correct_exp2f(small ? x + 64 : x);
    return small ? y * 0x1p-64f : y;
}

// Where it ends in denormal numbers, by its asymptotic series.
CORRECT(float, correct_erfcf, "_Z4erfcf", float x) {
    if (!(x > 9))
        return libclc_correct_erfcf(x);
    float square = x * x, rest = __builtin_fmaf(x, x, -square), r = 0.5f / square;
    float series = 1 - r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r)));
    float y = libclc_correct_expf(SHIFT - square) * (1 - rest) * series;
    return x > 11 ? 0 : y * (0.564189584f / x) * SHIFTED; // 1 / sqrt(pi)
}

// ---- Divisors that are denormal -----------------------------------------------------------------

// Powers of two more are the same divisor, and then the same digits.
#define MORE 0x1p64f
#define LESS 0x1p-64f

CORRECT(float, correct_fmodf, "_Z4fmodff", float x, float y) {
    if (!(__builtin_fabsf(y) < 0x1p-100f))
        return libclc_correct_fmodf(x, y);
    float rest = libclc_correct_fmodf(x, y * MORE);
    return libclc_correct_fmodf(rest * MORE, y * MORE) * LESS;
}

CORRECT(float, correct_remainderf, "_Z9remainderff", float x, float y) {
    if (!(__builtin_fabsf(y) < 0x1p-100f))
        return libclc_correct_remainderf(x, y);
    float rest = libclc_correct_fmodf(x, y * MORE);
    return libclc_correct_remainderf(rest * MORE, y * MORE) * LESS;
}

// ---- Exponents that go beyond all ends ----------------------------------------------------------

// An even one that is large enough for any base.
#define LARGE 0x1p66

CORRECT(double, correct_pow, "_Z3powdd", double x, double y) {
    return libclc_correct_pow(x, y > LARGE ? LARGE : y < -LARGE ? -LARGE : y);
}

// ---- Gamma --------------------------------------------------------------------------------------

// libclc's is exp(lgamma(x)), which multiplies the error of a logarithm that is large.

double libclc_correct_tgamma(double x) __asm__("__libclc__Z6tgammad");
double libclc_exp(double x) __asm__("_Z3expd");

// Of x from 12 to where gamma overflows, by Stirling's series.
static double gamma_of_large(double x) {
    double r = 1 / (x * x), power = libclc_correct_pow(x, x / 2 - 0.25);
    double c = (1.0 / 12 -
                r * (1.0 / 360 -
                     r * (1.0 / 1260 -
                          r * (1.0 / 1680 - r * (1.0 / 1188 - r * (691.0 / 360360 - r / 156)))))) /
               x;
    double rest = c * (1 + c / 2 * (1 + c / 3 * (1 + c / 4 * (1 + c / 5 * (1 + c / 6)))));
    double scale = libclc_exp(-x) * 2.5066282746310005; // sqrt(2 * pi)
    return (scale + scale * rest) * power * power;
}

// Called: kernels are small, and gamma is rare.
__attribute__((noinline)) static double gamma_of_positive(double x) {
    double product = 1;
    if (x >= 12)
        return x > 171.7 ? __builtin_inf() : gamma_of_large(x);
    if (x < 1)
        return libclc_correct_tgamma(x + 1) / x;
#pragma clang loop unroll(disable)
    for (; x >= 2; product *= x) // exact differences
        x -= 1;
    return libclc_correct_tgamma(x) * product;
}

// sin(pi * x), where x is no whole number.
static double sine_of_turns(double x) {
    double rest = x - __builtin_rint(x);
    double sine = libclc_correct_sin(3.14159265358979312 * rest);
    return __builtin_floor(x / 2) * 2 == __builtin_floor(x) ? __builtin_fabs(sine)
                                                            : -__builtin_fabs(sine);
}

static double gamma_of(double x) {
    double product = 1;
    if (!(__builtin_fabs(x) >= 0x1p-54)) // or no number
        return 1 / x;
    if (x > 0)
        return gamma_of_positive(x);
    if (__builtin_floor(x) == x)
        return __builtin_nan("");
    if (x < -184.5)
        return __builtin_floor(x / 2) * 2 == __builtin_floor(x) ? 0.0 : -0.0;
#pragma clang loop unroll(disable)
    for (; x < -169; x += 1) // gamma(-x) would overflow
        product *= x;
    return 3.14159265358979312 / (sine_of_turns(x) * -x * gamma_of_positive(-x)) / product;
}

CORRECT(double, correct_tgamma, "_Z6tgammad", double x) {
    return gamma_of(x);
}

CORRECT(float, correct_tgammaf, "_Z6tgammaf", float x) {
    return (float)gamma_of(x);
}

float libclc_logf(float x) __asm__("_Z3logf");

CORRECT(float, correct_lgammaf, "_Z6lgammaf", float x) {
    float size = __builtin_fabsf(x);
    if (size < 0x1p-30f)
        return -libclc_logf(size);
    return __builtin_isinf(x) ? size : libclc_correct_lgammaf(x);
}

// ---- Exponents of what has none -----------------------------------------------------------------

// FP_ILOGBNAN of the host's <math.h>.
CORRECT(int, correct_ilogb, "_Z5ilogbd", double x) {
    return __builtin_isnan(x) ? -__INT_MAX__ - 1 : libclc_correct_ilogb(x);
}

CORRECT(int, correct_ilogbf, "_Z5ilogbf", float x) {
    return __builtin_isnan(x) ? -__INT_MAX__ - 1 : libclc_correct_ilogbf(x);
}
