// Operations on f64.
#include "decode.h"
#include "float.h"

#include <math.h>

ARITHMETIC(v_add_f64, f64, 2, a + b)
ARITHMETIC(v_mul_f64, f64, 2, a *b)
ARITHMETIC(v_fma_f64, f64, 3, __builtin_fma(a, b, c))
SELECTION(v_min_f64, f64, 2, min_f64(a, b, ieee))
SELECTION(v_max_f64, f64, 2, max_f64(a, b, ieee))
SELECTION(v_min_num_f64, f64, 2, min_f64(a, b, false))
SELECTION(v_max_num_f64, f64, 2, max_f64(a, b, false))
SELECTION(v_minimum_f64, f64, 2, minimum_f64(a, b))
SELECTION(v_maximum_f64, f64, 2, maximum_f64(a, b))
ARITHMETIC(v_ceil_f64, f64, 1, __builtin_ceil(a))
ARITHMETIC(v_floor_f64, f64, 1, __builtin_floor(a))
ARITHMETIC(v_trunc_f64, f64, 1, __builtin_trunc(a))
ARITHMETIC(v_rndne_f64, f64, 1, __builtin_roundeven(a))
ARITHMETIC(v_ldexp_f64, f64, 1, ldexp_f64(a, at->in[1].i32[l]))

FUNCTION(v_rcp_f64, f64, reciprocal)
FUNCTION(v_rsq_f64, f64, reciprocal_root)
FUNCTION(v_sqrt_f64, f64, sqrt)

// Less than 1, also for small negative numbers.
static inline f64 fraction(f64 value) {
    f64 result = value - __builtin_floor(value);
    return result >= 1 ? 0x1.fffffffffffffp-1 : result;
}
ARITHMETIC(v_fract_f64, f64, 1, fraction(a))

// ---- Mantissa and exponent ---------------------------------------------------------------------

// Multiplied by 2^53, a denormal is normal.
static inline f64 normal(f64 value) {
    return is_denormal_f64(value) ? value * 0x1p53 : value;
}

static inline f64 mantissa(f64 value) {
    if (!is_finite_f64(value) || value == 0)
        return value;
    uint64_t kept = bits_of_f64(normal(value)) & 0x800FFFFFFFFFFFFFu;
    return f64_of_bits(kept | (uint64_t)1022 << 52);
}

static inline int32_t exponent(f64 value) {
    if (!is_finite_f64(value) || value == 0)
        return 0;
    return exponent_f64(normal(value)) - 1022 - (is_denormal_f64(value) ? 53 : 0);
}

ARITHMETIC(v_frexp_mant_f64, f64, 1, mantissa(a))

static void v_frexp_exp_i32_f64(void *argument) {
    struct vector *at = argument;
    flush_f64(at, at->in[0].f64, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.i32[l] = exponent(at->in[0].f64[l]);
}

// ---- Division: vector-float.c says what its three steps are for --------------------------------

static f64 scaled(f64 value, f64 denominator, f64 numerator, bool *scales_quotient) {
    bool is_denominator = value == denominator, is_numerator = value == numerator;
    *scales_quotient = false;
    if (numerator == 0 || denominator == 0)
        return f64_default_nan();
    bool has_tiny_reciprocal = 1 / fabs(denominator) < 0x1p-1022;
    bool is_tiny = fabs(numerator / denominator) < 0x1p-1022;
    if (exponent_f64(numerator) - exponent_f64(denominator) >= 768) {
        *scales_quotient = true;
        return is_denominator ? ldexp_f64(value, 128) : value;
    }
    if (is_denormal_f64(denominator))
        return ldexp_f64(value, 128);
    if (has_tiny_reciprocal && is_tiny) {
        *scales_quotient = true;
        return is_denominator ? ldexp_f64(value, -128) : value;
    }
    if (has_tiny_reciprocal)
        return ldexp_f64(value, -128);
    if (is_tiny) {
        *scales_quotient = true;
        return is_numerator ? ldexp_f64(value, 128) : value;
    }
    return exponent_f64(numerator) <= 53 ? ldexp_f64(value, 128) : value;
}

static void v_div_scale_f64(void *argument) {
    struct vector *at = argument;
    for (unsigned k = 0; k < 3; k++)
        flush_f64(at, at->in[k].f64, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++) {
        bool scales_quotient = false;
        if (at->active >> l & 1)
            at->out.f64[l] =
                scaled(at->in[0].f64[l], at->in[1].f64[l], at->in[2].f64[l], &scales_quotient);
        at->mask_out |= (uint64_t)scales_quotient << l;
    }
    flush_f64(at, at->out.f64, KEEP_RESULTS);
}

// A type with at least twice the bits of f64.
#if __LDBL_MANT_DIG__ >= 113
typedef long double quad;
#else
__extension__ typedef __float128 quad;
#endif

// (a * b + c) * 2^n, rounded once. The product is exact in quad. The sum is rounded to odd, so that
// rounding it again to fewer bits gives what rounding once gives.
static f64 scaled_fma(f64 a, f64 b, f64 c, int n) {
    f64 estimate = __builtin_fma(a, b, c);
    if (!is_finite_f64(estimate))
        return estimate;
    quad exact = (quad)a * b, sum = exact + c;
    quad part = sum - exact, error = (exact - (sum - part)) + (c - part);
    unsigned __int128 bits;
    memcpy(&bits, &sum, sizeof bits);
    if (error != 0 && !(bits & 1)) {
        bits = (error > 0) == (sum > 0) ? bits + 1 : bits - 1;
        memcpy(&sum, &bits, sizeof sum);
    }
    return (f64)(sum * power_of_two(n));
}

static f64 divided(f64 a, f64 b, f64 c, bool scales_quotient) {
    if (!scales_quotient)
        return __builtin_fma(a, b, c);
    return scaled_fma(a, b, c, exponent_f64(c) > 1023 ? 128 : -128);
}

static void divide_lanes(struct vector *at) {
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.f64[l] =
            divided(at->in[0].f64[l], at->in[1].f64[l], at->in[2].f64[l], at->mask_in >> l & 1);
}

static void v_div_fmas_f64(void *argument) {
    struct vector *at = argument;
    at->mode |= KEEP_SOURCES << DENORMALS_F64;
    arithmetic_f64(at, divide_lanes, 3);
}

static f64 fixed(f64 quotient, f64 denominator, f64 numerator, enum rounding rounding) {
    bool negative = is_negative_f64(denominator) != is_negative_f64(numerator);
    if (is_nan_f64(numerator))
        return quiet_f64(numerator);
    if (is_nan_f64(denominator))
        return quiet_f64(denominator);
    if (denominator == 0 && numerator == 0)
        return f64_negative_nan();
    if (is_infinite_f64(denominator) && is_infinite_f64(numerator))
        return f64_negative_nan();
    if (denominator == 0 || is_infinite_f64(numerator))
        return with_sign_f64(f64_infinity(), negative);
    if (is_infinite_f64(denominator) || numerator == 0)
        return with_sign_f64(0, negative);
    if (exponent_f64(numerator) - exponent_f64(denominator) < -1075)
        return underflowed_f64(negative, rounding);
    if (!is_finite_f64(quotient))
        return overflowed_f64(negative, rounding);
    return with_sign_f64(quotient, negative);
}

SELECTION(v_div_fixup_f64, f64, 3, fixed(a, b, c, mode_field(at->mode, ROUND_F64)))

// ---- 2/pi --------------------------------------------------------------------------------------

// The first 1201 bits after the point, followed by zeros.
static const uint64_t two_over_pi[19] = {
    0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
    0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484,
    0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F,
    0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B,
    0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B0000,
};

// 53 bits of 2/pi for the reduction of an angle: the segment of that number, of those that matter
// for an angle of this size.
static f64 bits_of_two_over_pi(f64 angle, uint32_t segment) {
    int size = exponent_f64(angle), first = (int)(segment & 31) * 53;
    if (size > 1077)
        first += size - 1077;
    uint64_t bits = 0;
    for (int i = first; i < first + 53; i++)
        bits = bits << 1 | (i < 19 * 64 ? two_over_pi[i / 64] >> (63 - i % 64) & 1 : 0);
    return ldexp_f64((f64)bits, -53 - first + (size >= 1968 ? 128 : 0));
}

ARITHMETIC(v_trig_preop_f64, f64, 1, bits_of_two_over_pi(a, at->in[1].u32[l]))

#define ROW(name, form) {#name, form, run_vector, name, 0}
#define ALIAS(text, form, function) {text, form, run_vector, function, 0}
#define UNARY "f64 = f64"
#define BINARY "f64 = f64 f64"
#define TERNARY "f64 = f64 f64 f64"

const struct operation double_operations[] = {
    ROW(v_add_f64, BINARY),
    ROW(v_mul_f64, BINARY),
    ROW(v_fma_f64, TERNARY),
    ALIAS("v_fmac_f64", "f64& = f64 f64", v_fma_f64),
    ROW(v_min_f64, BINARY),
    ROW(v_max_f64, BINARY),
    ROW(v_min_num_f64, BINARY),
    ROW(v_max_num_f64, BINARY),
    ROW(v_minimum_f64, BINARY),
    ROW(v_maximum_f64, BINARY),
    ROW(v_ceil_f64, UNARY),
    ROW(v_floor_f64, UNARY),
    ROW(v_trunc_f64, UNARY),
    ROW(v_rndne_f64, UNARY),
    ROW(v_fract_f64, UNARY),
    ROW(v_rcp_f64, UNARY),
    ROW(v_rsq_f64, UNARY),
    ROW(v_sqrt_f64, UNARY),
    ROW(v_ldexp_f64, "f64 = f64 i32"),
    ROW(v_frexp_mant_f64, UNARY),
    ROW(v_frexp_exp_i32_f64, "i32 = f64"),
    ROW(v_div_scale_f64, "f64 mask = f64 f64 f64"),
    ROW(v_div_fmas_f64, "f64 = f64 f64 f64 mask?"),
    ROW(v_div_fixup_f64, TERNARY),
    ROW(v_trig_preop_f64, "f64 = f64 b32"),
    {0},
};
