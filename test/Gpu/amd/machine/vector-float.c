// Operations on f32. Those that mix f32 and f16 are in vector-half.c.
#include "decode.h"
#include "float.h"

#include <math.h>

ARITHMETIC(v_add_f32, f32, 2, a + b)
ARITHMETIC(v_sub_f32, f32, 2, a - b)
ARITHMETIC(v_subrev_f32, f32, 2, b - a)
ARITHMETIC(v_mul_f32, f32, 2, a *b)
ARITHMETIC(v_fma_f32, f32, 3, __builtin_fmaf(a, b, c))
SELECTION(v_min_f32, f32, 2, min_f32(a, b, ieee))
SELECTION(v_max_f32, f32, 2, max_f32(a, b, ieee))
SELECTION(v_min_num_f32, f32, 2, min_f32(a, b, false))
SELECTION(v_max_num_f32, f32, 2, max_f32(a, b, false))
SELECTION(v_minimum_f32, f32, 2, minimum_f32(a, b))
SELECTION(v_maximum_f32, f32, 2, maximum_f32(a, b))
SELECTION(v_min3_f32, f32, 3, min_f32(min_f32(a, b, ieee), c, ieee))
SELECTION(v_max3_f32, f32, 3, max_f32(max_f32(a, b, ieee), c, ieee))
SELECTION(v_med3_f32, f32, 3, med3_f32(a, b, c, ieee))
SELECTION(v_minmax_f32, f32, 3, max_f32(min_f32(a, b, ieee), c, ieee))
SELECTION(v_maxmin_f32, f32, 3, min_f32(max_f32(a, b, ieee), c, ieee))
SELECTION(v_min3_num_f32, f32, 3, min_f32(min_f32(a, b, false), c, false))
SELECTION(v_max3_num_f32, f32, 3, max_f32(max_f32(a, b, false), c, false))
SELECTION(v_med3_num_f32, f32, 3, med3_f32(a, b, c, false))
SELECTION(v_minmax_num_f32, f32, 3, max_f32(min_f32(a, b, false), c, false))
SELECTION(v_maxmin_num_f32, f32, 3, min_f32(max_f32(a, b, false), c, false))
SELECTION(v_minimum3_f32, f32, 3, minimum_f32(minimum_f32(a, b), c))
SELECTION(v_maximum3_f32, f32, 3, maximum_f32(maximum_f32(a, b), c))
SELECTION(v_minimummaximum_f32, f32, 3, maximum_f32(minimum_f32(a, b), c))
SELECTION(v_maximumminimum_f32, f32, 3, minimum_f32(maximum_f32(a, b), c))

ARITHMETIC(v_ceil_f32, f32, 1, __builtin_ceilf(a))
ARITHMETIC(v_floor_f32, f32, 1, __builtin_floorf(a))
ARITHMETIC(v_trunc_f32, f32, 1, __builtin_truncf(a))
ARITHMETIC(v_rndne_f32, f32, 1, __builtin_roundevenf(a))
ARITHMETIC(v_ldexp_f32, f32, 1, ldexp_f32(a, at->in[1].i32[l]))

// Less than 1, also for small negative numbers.
static inline f32 fraction(f32 value) {
    f32 result = value - __builtin_floorf(value);
    return result >= 1 ? 0x1.fffffep-1f : result;
}
ARITHMETIC(v_fract_f32, f32, 1, fraction(a))

// ---- Products that are rounded (v_mad), and zeros times anything -------------------------------

// v_mad and v_mac are not fused, and have no denormals.
static inline f32 product(f32 a, f32 b) {
    return flushed_f32(flushed_f32(a) * flushed_f32(b));
}

static inline f32 mad(f32 a, f32 b, f32 c) {
    return flushed_f32(product(a, b) + flushed_f32(c));
}

ARITHMETIC(v_mad_f32, f32, 3, mad(a, b, c))

// The rule of DirectX 9: 0 times infinity or a NaN is 0. Such factors are forgotten before the
// operation sees them.
static void with_zero_products(struct vector *at, evaluate_function *operation) {
    flush_f32(at, at->in[0].f32, KEEP_SOURCES);
    flush_f32(at, at->in[1].f32, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++)
        if (at->in[0].f32[l] == 0 || at->in[1].f32[l] == 0)
            at->in[0].f32[l] = at->in[1].f32[l] = 0;
    operation(at);
}

static void v_mul_legacy_f32(void *argument) {
    with_zero_products(argument, v_mul_f32);
}

static void v_fma_legacy_f32(void *argument) {
    with_zero_products(argument, v_fma_f32);
}

static void v_mad_legacy_f32(void *argument) {
    struct vector *at = argument;
    at->mode &= ~(3u << DENORMALS_F32);
    with_zero_products(at, v_mad_f32);
}

// ---- Functions ---------------------------------------------------------------------------------

FUNCTION(v_rcp_f32, f32, reciprocal)
FUNCTION(v_rsq_f32, f32, reciprocal_root)
FUNCTION(v_sqrt_f32, f32, sqrt)
FUNCTION(v_exp_f32, f32, exp2)
FUNCTION(v_log_f32, f32, log2)

// Angles are in turns. gfx9 takes those of up to 256 turns; beyond them it gives the result of 0.
static void trigonometric(struct vector *at, f64 (*exact)(f64)) {
    flush_f32(at, at->in[0].f32, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++) {
        f32 value = at->in[0].f32[l];
        if (!(at->active >> l & 1))
            continue;
        if (is_nan_f32(value)) {
            at->out.f32[l] = quiet_f32(value);
            continue;
        }
        if (!is_finite_f32(value)) {
            at->out.f32[l] = f32_negative_nan();
            continue;
        }
        bool is_beyond = wave_generation(at->wave) == 9 && fabsf(value) > 256;
        f64 result = exact(is_beyond ? 0 : (f64)value);
        at->out.f32[l] = (f32)imprecise(result, 24, 0.499, bits_of_f32(value));
    }
    flush_f32(at, at->out.f32, KEEP_RESULTS);
}

static void v_sin_f32(void *argument) {
    trigonometric(argument, sine_of_turns);
}

static void v_cos_f32(void *argument) {
    trigonometric(argument, cosine_of_turns);
}

// ---- Mantissa and exponent ---------------------------------------------------------------------

// Multiplied by 2^24, a denormal is normal.
static inline f32 normal(f32 value) {
    return is_denormal_f32(value) ? value * 0x1p24f : value;
}

static inline f32 mantissa(f32 value) {
    if (!is_finite_f32(value) || value == 0)
        return value;
    return f32_of_bits((bits_of_f32(normal(value)) & 0x807FFFFF) | 126u << 23);
}

static inline int32_t exponent(f32 value) {
    if (!is_finite_f32(value) || value == 0)
        return 0;
    return exponent_f32(normal(value)) - 126 - (is_denormal_f32(value) ? 24 : 0);
}

ARITHMETIC(v_frexp_mant_f32, f32, 1, mantissa(a))

static void v_frexp_exp_i32_f32(void *argument) {
    struct vector *at = argument;
    flush_f32(at, at->in[0].f32, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.i32[l] = exponent(at->in[0].f32[l]);
}

// ---- Division ----------------------------------------------------------------------------------

// Scales a division's operand, `value`, which is the numerator or the denominator, so that no step
// of Newton's method has denormals or overflows. `scales_quotient`: v_div_fmas has to undo it.
static f32 scaled(f32 value, f32 denominator, f32 numerator, bool *scales_quotient) {
    bool is_denominator = value == denominator, is_numerator = value == numerator;
    *scales_quotient = false;
    if (numerator == 0 || denominator == 0)
        return f32_default_nan();
    bool has_tiny_reciprocal = 1 / fabs((f64)denominator) < 0x1p-126;
    bool is_tiny = fabs((f64)numerator / denominator) < 0x1p-126;
    if (exponent_f32(numerator) - exponent_f32(denominator) >= 96) {
        *scales_quotient = true;
        return is_denominator ? ldexp_f32(value, 64) : value;
    }
    if (is_denormal_f32(denominator))
        return ldexp_f32(value, 64);
    if (has_tiny_reciprocal && is_tiny) {
        *scales_quotient = true;
        return is_denominator ? ldexp_f32(value, -64) : value;
    }
    if (has_tiny_reciprocal)
        return ldexp_f32(value, -64);
    if (is_tiny) {
        *scales_quotient = true;
        return is_numerator ? ldexp_f32(value, 64) : value;
    }
    return exponent_f32(numerator) <= 23 ? ldexp_f32(value, 64) : value;
}

static void v_div_scale_f32(void *argument) {
    struct vector *at = argument;
    for (unsigned k = 0; k < 3; k++)
        flush_f32(at, at->in[k].f32, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++) {
        bool scales_quotient;
        at->out.f32[l] =
            scaled(at->in[0].f32[l], at->in[1].f32[l], at->in[2].f32[l], &scales_quotient);
        at->mask_out |= (uint64_t)scales_quotient << l;
    }
    flush_f32(at, at->out.f32, KEEP_RESULTS);
}

// (a * b + c) * 2^n, rounded once. The product is exact in f64. The sum is rounded to odd, so that
// rounding it again to fewer bits gives what rounding once gives.
static f32 scaled_fma(f32 a, f32 b, f32 c, int n) {
    f64 exact = (f64)a * b, sum = exact + c;
    if (is_finite_f64(sum)) {
        f64 part = sum - exact, error = (exact - (sum - part)) + (c - part);
        uint64_t bits = bits_of_f64(sum);
        if (error != 0 && !(bits & 1))
            sum = f64_of_bits((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
    }
    return (f32)(sum * power_of_two(n));
}

static f32 divided(f32 a, f32 b, f32 c, bool scales_quotient) {
    if (!scales_quotient)
        return __builtin_fmaf(a, b, c);
    return scaled_fma(a, b, c, exponent_f32(c) > 127 ? 64 : -64);
}

static void divide_lanes(struct vector *at) {
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.f32[l] =
            divided(at->in[0].f32[l], at->in[1].f32[l], at->in[2].f32[l], at->mask_in >> l & 1);
}

// Denormal sources stay, whatever MODE says.
static void v_div_fmas_f32(void *argument) {
    struct vector *at = argument;
    at->mode |= KEEP_SOURCES << DENORMALS_F32;
    arithmetic_f32(at, divide_lanes, 3);
}

// The quotient for operands that Newton's method does not divide.
static f32 fixed(f32 quotient, f32 denominator, f32 numerator, enum rounding rounding) {
    bool negative = is_negative_f32(denominator) != is_negative_f32(numerator);
    if (is_nan_f32(numerator))
        return quiet_f32(numerator);
    if (is_nan_f32(denominator))
        return quiet_f32(denominator);
    if (denominator == 0 && numerator == 0)
        return f32_negative_nan();
    if (is_infinite_f32(denominator) && is_infinite_f32(numerator))
        return f32_negative_nan();
    if (denominator == 0 || is_infinite_f32(numerator))
        return with_sign_f32(f32_infinity(), negative);
    if (is_infinite_f32(denominator) || numerator == 0)
        return with_sign_f32(0, negative);
    if (exponent_f32(numerator) - exponent_f32(denominator) < -150)
        return underflowed_f32(negative, rounding);
    if (!is_finite_f32(quotient))
        return overflowed_f32(negative, rounding);
    return with_sign_f32(quotient, negative);
}

SELECTION(v_div_fixup_f32, f32, 3, fixed(a, b, c, mode_field(at->mode, ROUND_F32)))

// ---- Faces of a cube ---------------------------------------------------------------------------

static inline bool is_z_longest(f32 x, f32 y, f32 z) {
    return fabsf(z) >= fabsf(x) && fabsf(z) >= fabsf(y);
}

static inline bool is_y_longest(f32 x, f32 y, f32 z) {
    return !is_z_longest(x, y, z) && fabsf(y) >= fabsf(x);
}

ARITHMETIC(v_cubeid_f32, f32, 3,
           is_z_longest(a, b, c)   ? (c < 0 ? 5 : 4)
           : is_y_longest(a, b, c) ? (b < 0 ? 3 : 2)
                                   : (a < 0 ? 1 : 0))
ARITHMETIC(v_cubesc_f32, f32, 3,
           is_z_longest(a, b, c)   ? (c < 0 ? -a : a)
           : is_y_longest(a, b, c) ? a
                                   : (a < 0 ? c : -c))
ARITHMETIC(v_cubetc_f32, f32, 3, is_y_longest(a, b, c) ? (b < 0 ? -c : c) : -b)
ARITHMETIC(v_cubema_f32, f32, 3, 2 * (is_z_longest(a, b, c) ? c : is_y_longest(a, b, c) ? b : a))

#define ROW(name, form) {#name, form, run_vector, name, 0}
#define ALIAS(text, form, function) {text, form, run_vector, function, 0}
#define UNARY "f32 = f32"
#define BINARY "f32 = f32 f32"
#define TERNARY "f32 = f32 f32 f32"
#define ACCUMULATING "f32& = f32 f32"

const struct operation float_operations[] = {
    ROW(v_add_f32, BINARY),
    ROW(v_sub_f32, BINARY),
    ROW(v_subrev_f32, BINARY),
    ROW(v_mul_f32, BINARY),
    ROW(v_mul_legacy_f32, BINARY),
    ALIAS("v_mul_dx9_zero_f32", BINARY, v_mul_legacy_f32),
    ROW(v_fma_f32, TERNARY),
    ALIAS("v_fmamk_f32", TERNARY, v_fma_f32),
    ALIAS("v_fmaak_f32", TERNARY, v_fma_f32),
    ALIAS("v_fmac_f32", ACCUMULATING, v_fma_f32),
    ROW(v_fma_legacy_f32, TERNARY),
    ALIAS("v_fma_dx9_zero_f32", TERNARY, v_fma_legacy_f32),
    ALIAS("v_fmac_legacy_f32", ACCUMULATING, v_fma_legacy_f32),
    ALIAS("v_fmac_dx9_zero_f32", ACCUMULATING, v_fma_legacy_f32),
    ROW(v_mad_f32, TERNARY),
    ALIAS("v_madmk_f32", TERNARY, v_mad_f32),
    ALIAS("v_madak_f32", TERNARY, v_mad_f32),
    ALIAS("v_mac_f32", ACCUMULATING, v_mad_f32),
    ROW(v_mad_legacy_f32, TERNARY),
    ALIAS("v_mac_legacy_f32", ACCUMULATING, v_mad_legacy_f32),
    ROW(v_min_f32, BINARY),
    ROW(v_max_f32, BINARY),
    ROW(v_min_num_f32, BINARY),
    ROW(v_max_num_f32, BINARY),
    ROW(v_minimum_f32, BINARY),
    ROW(v_maximum_f32, BINARY),
    ROW(v_min3_f32, TERNARY),
    ROW(v_max3_f32, TERNARY),
    ROW(v_med3_f32, TERNARY),
    ROW(v_minmax_f32, TERNARY),
    ROW(v_maxmin_f32, TERNARY),
    ROW(v_min3_num_f32, TERNARY),
    ROW(v_max3_num_f32, TERNARY),
    ROW(v_med3_num_f32, TERNARY),
    ROW(v_minmax_num_f32, TERNARY),
    ROW(v_maxmin_num_f32, TERNARY),
    ROW(v_minimum3_f32, TERNARY),
    ROW(v_maximum3_f32, TERNARY),
    ROW(v_minimummaximum_f32, TERNARY),
    ROW(v_maximumminimum_f32, TERNARY),
    ROW(v_ceil_f32, UNARY),
    ROW(v_floor_f32, UNARY),
    ROW(v_trunc_f32, UNARY),
    ROW(v_rndne_f32, UNARY),
    ROW(v_fract_f32, UNARY),
    ROW(v_rcp_f32, UNARY),
    ALIAS("v_rcp_iflag_f32", UNARY, v_rcp_f32),
    ROW(v_rsq_f32, UNARY),
    ROW(v_sqrt_f32, UNARY),
    ROW(v_exp_f32, UNARY),
    ALIAS("v_exp_legacy_f32", UNARY, v_exp_f32),
    ROW(v_log_f32, UNARY),
    ALIAS("v_log_legacy_f32", UNARY, v_log_f32),
    ROW(v_sin_f32, UNARY),
    ROW(v_cos_f32, UNARY),
    ROW(v_ldexp_f32, "f32 = f32 i32"),
    ROW(v_frexp_mant_f32, UNARY),
    ROW(v_frexp_exp_i32_f32, "i32 = f32"),
    ROW(v_div_scale_f32, "f32 mask = f32 f32 f32"),
    ROW(v_div_fmas_f32, "f32 = f32 f32 f32 mask?"),
    ROW(v_div_fixup_f32, TERNARY),
    ROW(v_cubeid_f32, TERNARY),
    ROW(v_cubesc_f32, TERNARY),
    ROW(v_cubetc_f32, TERNARY),
    ROW(v_cubema_f32, TERNARY),
    {0},
};
