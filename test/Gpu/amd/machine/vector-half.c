// Operations on f16, those that mix f16 and f32, and products of pairs of f16 or bf16.
#include "decode.h"
#include "float.h"

#include <math.h>

ARITHMETIC(v_add_f16, f16, 2, a + b)
ARITHMETIC(v_sub_f16, f16, 2, a - b)
ARITHMETIC(v_subrev_f16, f16, 2, b - a)
ARITHMETIC(v_mul_f16, f16, 2, a *b)
// The product is exact in f64; where the sum is not, it is far from where f16 rounds to another
// number.
ARITHMETIC(v_fma_f16, f16, 3, (f64)a *(f64)b + (f64)c)
SELECTION(v_min_f16, f16, 2, min_f16(a, b, ieee))
SELECTION(v_max_f16, f16, 2, max_f16(a, b, ieee))
SELECTION(v_min_num_f16, f16, 2, min_f16(a, b, false))
SELECTION(v_max_num_f16, f16, 2, max_f16(a, b, false))
SELECTION(v_minimum_f16, f16, 2, minimum_f16(a, b))
SELECTION(v_maximum_f16, f16, 2, maximum_f16(a, b))
SELECTION(v_min3_f16, f16, 3, min_f16(min_f16(a, b, ieee), c, ieee))
SELECTION(v_max3_f16, f16, 3, max_f16(max_f16(a, b, ieee), c, ieee))
SELECTION(v_med3_f16, f16, 3, med3_f16(a, b, c, ieee))
SELECTION(v_minmax_f16, f16, 3, max_f16(min_f16(a, b, ieee), c, ieee))
SELECTION(v_maxmin_f16, f16, 3, min_f16(max_f16(a, b, ieee), c, ieee))
SELECTION(v_min3_num_f16, f16, 3, min_f16(min_f16(a, b, false), c, false))
SELECTION(v_max3_num_f16, f16, 3, max_f16(max_f16(a, b, false), c, false))
SELECTION(v_med3_num_f16, f16, 3, med3_f16(a, b, c, false))
SELECTION(v_minmax_num_f16, f16, 3, max_f16(min_f16(a, b, false), c, false))
SELECTION(v_maxmin_num_f16, f16, 3, min_f16(max_f16(a, b, false), c, false))
SELECTION(v_minimum3_f16, f16, 3, minimum_f16(minimum_f16(a, b), c))
SELECTION(v_maximum3_f16, f16, 3, maximum_f16(maximum_f16(a, b), c))
SELECTION(v_minimummaximum_f16, f16, 3, maximum_f16(minimum_f16(a, b), c))
SELECTION(v_maximumminimum_f16, f16, 3, minimum_f16(maximum_f16(a, b), c))

ARITHMETIC(v_ceil_f16, f16, 1, __builtin_ceilf((f32)a))
ARITHMETIC(v_floor_f16, f16, 1, __builtin_floorf((f32)a))
ARITHMETIC(v_trunc_f16, f16, 1, __builtin_truncf((f32)a))
ARITHMETIC(v_rndne_f16, f16, 1, __builtin_roundevenf((f32)a))
ARITHMETIC(v_ldexp_f16, f16, 1, ldexp_f16(a, at->in[1].i32[l]))

// Less than 1, also for small negative numbers.
static inline f16 fraction(f32 value) {
    f16 result = (f16)(value - __builtin_floorf(value));
    return result >= 1 ? (f16)0x1.ffcp-1f : result;
}
ARITHMETIC(v_fract_f16, f16, 1, fraction((f32)a))

// v_mad and v_mac are not fused, and have no denormals.
static inline f16 mad(f16 a, f16 b, f16 c) {
    f16 product = flushed_f16((f16)(flushed_f16(a) * flushed_f16(b)));
    return flushed_f16((f16)(product + flushed_f16(c)));
}
ARITHMETIC(v_mad_f16, f16, 3, mad(a, b, c))

FUNCTION(v_rcp_f16, f16, reciprocal)
FUNCTION(v_rsq_f16, f16, reciprocal_root)
FUNCTION(v_sqrt_f16, f16, sqrt)
FUNCTION(v_exp_f16, f16, exp2)
FUNCTION(v_log_f16, f16, log2)
FUNCTION(v_sin_f16, f16, sine_of_turns)
FUNCTION(v_cos_f16, f16, cosine_of_turns)

// ---- Mantissa and exponent: denormals of f16 are normal numbers of f32 -------------------------

static inline f16 mantissa(f16 value) {
    if (!is_finite_f16(value) || value == 0)
        return value;
    return (f16)f32_of_bits((bits_of_f32((f32)value) & 0x807FFFFF) | 126u << 23);
}

static inline int32_t exponent(f16 value) {
    return !is_finite_f16(value) || value == 0 ? 0 : exponent_f32((f32)value) - 126;
}

ARITHMETIC(v_frexp_mant_f16, f16, 1, mantissa(a))

static void v_frexp_exp_i16_f16(void *argument) {
    struct vector *at = argument;
    flush_f16(at, at->in[0].f16, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.i32[l] = exponent(at->in[0].f16[l]);
}

// The last step of a division, as in vector-float.c; the steps before it are those of f32.
static f16 fixed(f16 quotient, f16 denominator, f16 numerator) {
    bool negative = is_negative_f16(denominator) != is_negative_f16(numerator);
    if (is_nan_f16(numerator))
        return quiet_f16(numerator);
    if (is_nan_f16(denominator))
        return quiet_f16(denominator);
    if (denominator == 0 && numerator == 0)
        return f16_negative_nan();
    if (is_infinite_f16(denominator) && is_infinite_f16(numerator))
        return f16_negative_nan();
    if (denominator == 0 || is_infinite_f16(numerator))
        return with_sign_f16(f16_infinity(), negative);
    if (is_infinite_f16(denominator) || numerator == 0)
        return with_sign_f16(0, negative);
    return with_sign_f16(quotient, negative);
}

SELECTION(v_div_fixup_f16, f16, 3, fixed(a, b, c))

VECTOR(v_pack_b32_f16, at->in[0].u32[l] | at->in[1].u32[l] << 16, u32)

// ---- v_fma_mix and v_mad_mix -------------------------------------------------------------------

// Replaces a source by numbers of f32. op_sel_hi says whether they are halves of the operand, and
// op_sel which ones. The operand's modifiers were applied to all of its bits: that is right but for
// its lower half.
static void widen(struct vector *at, unsigned k) {
    const struct modifiers *modifiers = &at->instruction->modifiers;
    const struct operand *operand = &at->instruction->operands[1 + k];
    bool is_half = modifiers->op_sel_hi != 0xFF && modifiers->op_sel_hi >> k & 1;
    bool is_high = modifiers->op_sel >> k & 1;
    f16 halves[MAX_LANES] = {0};
    if (!is_half)
        return;
    for (unsigned l = 0; l < at->lanes; l++) {
        uint32_t bits = at->in[k].u32[l];
        halves[l] = operand->kind == REAL ? (f16)operand->real
                                          : f16_of_bits((uint16_t)(is_high ? bits >> 16 : bits));
        if (!is_high || operand->kind == REAL) {
            bool negative = !operand->absolute && is_negative_f16(halves[l]);
            halves[l] = with_sign_f16(halves[l], negative != operand->negate);
        }
    }
    flush_f16(at, halves, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++)
        at->in[k].f32[l] = (f32)halves[l];
}

static void mix(struct vector *at, evaluate_function *combine) {
    for (unsigned k = 0; k < 3; k++)
        widen(at, k);
    combine(at);
}

static void v_fma_mix_f32(void *argument) {
    mix(argument, v_fma_f32);
}

static void v_mad_mix_f32(void *argument) {
    mix(argument, v_mad_f32);
}

static f16 clamped(const struct vector *at, f16 value) {
    bool nan_is_zero = at->mode & MODE_DX10_CLAMP || wave_generation(at->wave) >= 12;
    if (is_nan_f16(value))
        return nan_is_zero ? 0 : value;
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

// The result is half of the register. The other one stays: the old register is the last source.
static void mix_half(struct vector *at, evaluate_function *combine, bool is_high) {
    uint32_t old[MAX_LANES];
    memcpy(old, at->in[3].u32, sizeof old);
    mix(at, combine);
    memcpy(at->in[0].f32, at->out.f32, sizeof at->in[0].f32);
    v_cvt_f16_f32(at);
    for (unsigned l = 0; l < at->lanes; l++) {
        f16 half = at->out.f16[l];
        if (at->instruction->modifiers.clamp)
            half = clamped(at, half);
        at->in[0].u32[l] = is_high ? (old[l] & 0xFFFF) | (uint32_t)bits_of_f16(half) << 16
                                   : (old[l] & 0xFFFF0000) | bits_of_f16(half);
    }
    memcpy(at->out.u32, at->in[0].u32, sizeof at->out.u32);
}

static void v_fma_mixlo_f16(void *argument) {
    mix_half(argument, v_fma_f32, false);
}

static void v_fma_mixhi_f16(void *argument) {
    mix_half(argument, v_fma_f32, true);
}

static void v_mad_mixlo_f16(void *argument) {
    mix_half(argument, v_mad_f32, false);
}

static void v_mad_mixhi_f16(void *argument) {
    mix_half(argument, v_mad_f32, true);
}

// ---- Products of pairs -------------------------------------------------------------------------

// The first or the second number of a pair, as op_sel and its like choose it and its sign. A
// constant is the lower half.
static uint32_t of_pair(const struct vector *at, unsigned k, unsigned l, bool second,
                        bool is_bf16) {
    const struct modifiers *modifiers = &at->instruction->modifiers;
    const struct operand *operand = &at->instruction->operands[1 + k];
    bool is_high = (second ? modifiers->op_sel_hi : modifiers->op_sel) >> k & 1;
    bool negate = (second ? modifiers->neg_hi : modifiers->neg_lo) >> k & 1;
    uint32_t bits = at->in[k].u32[l];
    if (operand->kind == REAL)
        bits = is_bf16 ? bf16_of_f32((f32)operand->real) : bits_of_f16((f16)operand->real);
    return (is_high ? bits >> 16 : bits & 0xFFFF) ^ (uint32_t)negate << 15;
}

static f32 product(const struct vector *at, unsigned l, bool second, bool is_bf16) {
    f32 factors[2];
    for (unsigned k = 0; k < 2; k++) {
        uint32_t bits = of_pair(at, k, l, second, is_bf16);
        f16 half = f16_of_bits((uint16_t)bits);
        if (!(mode_field(at->mode, DENORMALS_F64) & KEEP_SOURCES))
            half = flushed_f16(half);
        factors[k] = is_bf16 ? f32_of_bf16(bits) : (f32)half;
    }
    return factors[0] * factors[1];
}

// Products are exact; each sum is rounded.
static f32 sum_of_products(const struct vector *at, unsigned l, f32 sum, bool is_bf16) {
    sum += product(at, l, false, is_bf16);
    sum += product(at, l, true, is_bf16);
    return is_nan_f32(sum) ? f32_default_nan() : sum;
}

static void dot_f32(struct vector *at, bool is_bf16) {
    const struct modifiers *modifiers = &at->instruction->modifiers;
    flush_f32(at, at->in[2].f32, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++) {
        f32 sum = at->in[2].f32[l];
        at->out.f32[l] = sum_of_products(at, l, modifiers->neg_lo >> 2 & 1 ? -sum : sum, is_bf16);
    }
    flush_f32(at, at->out.f32, KEEP_RESULTS);
}

static void v_dot2_f32_f16(void *argument) {
    dot_f32(argument, false);
}

static void v_dot2_f32_bf16(void *argument) {
    dot_f32(argument, true);
}

static void v_dot2_f16_f16(void *argument) {
    struct vector *at = argument;
    flush_f16(at, at->in[2].f16, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.f16[l] = (f16)sum_of_products(at, l, (f32)at->in[2].f16[l], false);
    flush_f16(at, at->out.f16, KEEP_RESULTS);
}

static void v_dot2_bf16_bf16(void *argument) {
    struct vector *at = argument;
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.u32[l] = bf16_of_f32(sum_of_products(at, l, f32_of_bf16(at->in[2].u32[l]), true));
}

#define ROW(name, form) {#name, form, run_vector, name, 0}
#define ALIAS(text, form, function) {text, form, run_vector, function, 0}
// On gfx9, those that came with it leave the upper half of the register.
#define KEEPING(text, form, function) {text, form, run_vector, function, KEEPS_HIGH}
#define UNARY "f16 = f16"
#define BINARY "f16 = f16 f16"
#define TERNARY "f16 = f16 f16 f16"
#define ACCUMULATING "f16& = f16 f16"

const struct operation half_operations[] = {
    ROW(v_add_f16, BINARY),
    ROW(v_sub_f16, BINARY),
    ROW(v_subrev_f16, BINARY),
    ROW(v_mul_f16, BINARY),
    KEEPING("v_fma_f16", TERNARY, v_fma_f16),
    ALIAS("v_fma_legacy_f16", TERNARY, v_fma_f16),
    ALIAS("v_fmamk_f16", TERNARY, v_fma_f16),
    ALIAS("v_fmaak_f16", TERNARY, v_fma_f16),
    ALIAS("v_fmac_f16", ACCUMULATING, v_fma_f16),
    KEEPING("v_mad_f16", TERNARY, v_mad_f16),
    ALIAS("v_mad_legacy_f16", TERNARY, v_mad_f16),
    KEEPING("v_madmk_f16", TERNARY, v_mad_f16),
    KEEPING("v_madak_f16", TERNARY, v_mad_f16),
    KEEPING("v_mac_f16", ACCUMULATING, v_mad_f16),
    ROW(v_min_f16, BINARY),
    ROW(v_max_f16, BINARY),
    ROW(v_min_num_f16, BINARY),
    ROW(v_max_num_f16, BINARY),
    ROW(v_minimum_f16, BINARY),
    ROW(v_maximum_f16, BINARY),
    KEEPING("v_min3_f16", TERNARY, v_min3_f16),
    KEEPING("v_max3_f16", TERNARY, v_max3_f16),
    KEEPING("v_med3_f16", TERNARY, v_med3_f16),
    ROW(v_minmax_f16, TERNARY),
    ROW(v_maxmin_f16, TERNARY),
    ROW(v_min3_num_f16, TERNARY),
    ROW(v_max3_num_f16, TERNARY),
    ROW(v_med3_num_f16, TERNARY),
    ROW(v_minmax_num_f16, TERNARY),
    ROW(v_maxmin_num_f16, TERNARY),
    ROW(v_minimum3_f16, TERNARY),
    ROW(v_maximum3_f16, TERNARY),
    ROW(v_minimummaximum_f16, TERNARY),
    ROW(v_maximumminimum_f16, TERNARY),
    ROW(v_ceil_f16, UNARY),
    ROW(v_floor_f16, UNARY),
    ROW(v_trunc_f16, UNARY),
    ROW(v_rndne_f16, UNARY),
    ROW(v_fract_f16, UNARY),
    ROW(v_rcp_f16, UNARY),
    ROW(v_rsq_f16, UNARY),
    ROW(v_sqrt_f16, UNARY),
    ROW(v_exp_f16, UNARY),
    ROW(v_log_f16, UNARY),
    ROW(v_sin_f16, UNARY),
    ROW(v_cos_f16, UNARY),
    ROW(v_ldexp_f16, "f16 = f16 i16"),
    ROW(v_frexp_mant_f16, UNARY),
    ROW(v_frexp_exp_i16_f16, "i16 = f16"),
    KEEPING("v_div_fixup_f16", TERNARY, v_div_fixup_f16),
    ALIAS("v_div_fixup_legacy_f16", TERNARY, v_div_fixup_f16),
    ROW(v_pack_b32_f16, "b32 = b16 b16"),
    ROW(v_fma_mix_f32, "f32 = b32 b32 b32"),
    ROW(v_fma_mixlo_f16, "b32& = b32 b32 b32"),
    ROW(v_fma_mixhi_f16, "b32& = b32 b32 b32"),
    ROW(v_mad_mix_f32, "f32 = b32 b32 b32"),
    ROW(v_mad_mixlo_f16, "b32& = b32 b32 b32"),
    ROW(v_mad_mixhi_f16, "b32& = b32 b32 b32"),
    ROW(v_dot2_f32_f16, "f32 = b32 b32 f32"),
    ROW(v_dot2_f32_bf16, "f32 = b32 b32 f32"),
    ALIAS("v_dot2c_f32_f16", "f32& = b32 b32", v_dot2_f32_f16),
    ALIAS("v_dot2c_f32_bf16", "f32& = b32 b32", v_dot2_f32_bf16),
    ALIAS("v_dot2acc_f32_f16", "f32& = b32 b32", v_dot2_f32_f16),
    ALIAS("v_dot2acc_f32_bf16", "f32& = b32 b32", v_dot2_f32_bf16),
    ROW(v_dot2_f16_f16, "f16 = b32 b32 f16"),
    ROW(v_dot2_bf16_bf16, "bf16 = b32 b32 bf16"),
    {0},
};
