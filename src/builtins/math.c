// math.c - functions of libclc's that do not keep what C17 says (Annex F), or lose numbers that are
// small, put right. Compiled to bitcode for each GPU, and put into libclc's place when our library
// is made of it (src/mathreduce.h): each function here has the name of libclc's, and may call that
// as libclc_<name>. docs/math.md has what is left, as scripts/ulp measures it.

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
KEEP_ZERO(correct_atan, "_Z4atand")
KEEP_ZERO(correct_erf, "_Z3erfd")
KEEP_ZERO(correct_expm1, "_Z5expm1d")
KEEP_ZERO(correct_sin, "_Z3sind")
KEEP_ZERO(correct_tan, "_Z3tand")

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

// About 0 it is 1 / x. Far below it is nothing at whole numbers, and else a zero with a sign; on
// the way there libclc divides by what overflows, so gamma(x) = gamma(x + n) / (x (x + 1) ...).
#define CORRECT_GAMMA(type, name, suffix, symbol, low, lowest, n, least)                           \
    CORRECT(type, name, symbol, type x) {                                                          \
        type product = 1;                                                                          \
        if (__builtin_fabs##suffix(x) < least)                                                     \
            return 1 / x;                                                                          \
        if (!(x < low))                                                                            \
            return libclc_##name(x);                                                               \
        if (__builtin_floor##suffix(x) == x)                                                       \
            return (type)__builtin_nan("");                                                        \
        if (x < lowest)                                                                            \
            return __builtin_floor##suffix(x / 2) * 2 == __builtin_floor##suffix(x)                \
                       ? (type)0.0                                                                 \
                       : (type) - 0.0;                                                             \
        for (int i = 0; i < n; i++)                                                                \
            product *= x + i;                                                                      \
        return libclc_##name(x + n) / product;                                                     \
    }
CORRECT_GAMMA(double, correct_tgamma, , "_Z6tgammad", -169, -184.5, 16, 0x1p-54)
CORRECT_GAMMA(float, correct_tgammaf, f, "_Z6tgammaf", -33, -43.5f, 10, 0x1p-26f)

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
