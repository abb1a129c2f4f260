// float.h - floating-point numbers as the machine computes with them: modes, NaNs, denormals,
// roundings.
//
// An operation is an expression for each lane, in C's arithmetic. What C does not do comes before
// and after the loop over the lanes (arithmetic_f32 and its like): denormals become zeros if the
// register MODE says so, the host rounds as MODE says, and a NaN is what the hardware would give:
// the first NaN among the sources, quiet, or the default one.
#ifndef AMD_FLOAT_H
#define AMD_FLOAT_H

#include "vector.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef _Float16 f16;
typedef float f32;
typedef double f64;

// The register MODE: the first bits of its fields. A field of denormals has a bit for sources and
// one for results, which are set if denormals stay what they are. f16 has the fields of f64.
enum { ROUND_F32 = 0, ROUND_F64 = 2, DENORMALS_F32 = 4, DENORMALS_F64 = 6 };
enum { MODE_DX10_CLAMP = 1 << 8, MODE_IEEE = 1 << 9 };
enum rounding { ROUND_NEAREST, ROUND_UP, ROUND_DOWN, ROUND_TO_ZERO };
enum { KEEP_SOURCES = 1, KEEP_RESULTS = 2 };

static inline unsigned mode_field(uint32_t mode, unsigned first) {
    return mode >> first & 3;
}

// Makes the host round so. Whoever calls it calls it again with ROUND_NEAREST.
void round_host(enum rounding rounding);

// ---- One number --------------------------------------------------------------------------------

// Functions for a type with so many bits of a mantissa (without the first one) and of an exponent.
#define FLOAT_TYPE(f, bits_t, mantissa, exponent_bits)                                             \
    static inline bits_t bits_of_##f(f value) {                                                    \
        bits_t bits;                                                                               \
        memcpy(&bits, &value, sizeof bits);                                                        \
        return bits;                                                                               \
    }                                                                                              \
    static inline f f##_of_bits(bits_t bits) {                                                     \
        f value;                                                                                   \
        memcpy(&value, &bits, sizeof value);                                                       \
        return value;                                                                              \
    }                                                                                              \
    static inline bool is_negative_##f(f value) {                                                  \
        return bits_of_##f(value) >> (mantissa + exponent_bits);                                   \
    }                                                                                              \
    static inline bool is_nan_##f(f value) {                                                       \
        return value != value;                                                                     \
    }                                                                                              \
    static inline f quiet_##f(f value) {                                                           \
        return f##_of_bits((bits_t)(bits_of_##f(value) | (bits_t)1 << (mantissa - 1)));            \
    }                                                                                              \
    static inline bool is_signaling_##f(f value) {                                                 \
        return value != value && !(bits_of_##f(value) >> (mantissa - 1) & 1);                      \
    }                                                                                              \
    static inline f with_sign_##f(f value, bool negative) {                                        \
        bits_t sign = (bits_t)((bits_t)1 << (mantissa + exponent_bits));                           \
        bits_t bits = (bits_t)(bits_of_##f(value) & (bits_t)~sign);                                \
        return f##_of_bits((bits_t)(bits | (negative ? sign : 0)));                                \
    }                                                                                              \
    /* The field of the exponent: 0 for denormals and zeros. */                                    \
    static inline int exponent_##f(f value) {                                                      \
        return (int)(bits_of_##f(value) >> mantissa & (((bits_t)1 << exponent_bits) - 1));         \
    }                                                                                              \
    static inline bool is_finite_##f(f value) {                                                    \
        return exponent_##f(value) != (1 << exponent_bits) - 1;                                    \
    }                                                                                              \
    static inline bool is_infinite_##f(f value) {                                                  \
        return value == value && !is_finite_##f(value);                                            \
    }                                                                                              \
    static inline bool is_denormal_##f(f value) {                                                  \
        return exponent_##f(value) == 0 && value != 0;                                             \
    }                                                                                              \
    /* A denormal becomes a zero of its sign. */                                                   \
    static inline f flushed_##f(f value) {                                                         \
        bits_t bits = bits_of_##f(value);                                                          \
        bits_t sign = (bits_t)(bits & (bits_t)((bits_t)1 << (mantissa + exponent_bits)));          \
        return f##_of_bits(exponent_##f(value) == 0 ? sign : bits);                                \
    }                                                                                              \
    static inline f f##_infinity(void) {                                                           \
        return f##_of_bits((bits_t)(((bits_t)((bits_t)1 << exponent_bits) - 1) << mantissa));      \
    }                                                                                              \
    /* What is computed of no NaN. */                                                              \
    static inline f f##_default_nan(void) {                                                        \
        return quiet_##f(f##_infinity());                                                          \
    }                                                                                              \
    /* The NaN of divisions and of functions such as the square root. */                           \
    static inline f f##_negative_nan(void) {                                                       \
        return with_sign_##f(f##_default_nan(), true);                                             \
    }                                                                                              \
    static inline bool is_less_##f(f a, f b) { /* -0 is less than +0 */                            \
        return a < b || (a == b && is_negative_##f(a) && !is_negative_##f(b));                     \
    }                                                                                              \
    /* v_min and v_max: a number is preferred to a NaN; but with `ieee` not to a signaling one. */ \
    static inline f min_##f(f a, f b, bool ieee) {                                                 \
        f number = is_nan_##f(a) ? b : is_nan_##f(b) || is_less_##f(a, b) ? a : b;                 \
        bool use_a = ieee && is_signaling_##f(a), use_b = ieee && is_signaling_##f(b);             \
        f result = use_a ? a : use_b ? b : number;                                                 \
        return is_nan_##f(result) ? quiet_##f(result) : result;                                    \
    }                                                                                              \
    static inline f max_##f(f a, f b, bool ieee) {                                                 \
        f number = is_nan_##f(a) ? b : is_nan_##f(b) || is_less_##f(b, a) ? a : b;                 \
        bool use_a = ieee && is_signaling_##f(a), use_b = ieee && is_signaling_##f(b);             \
        f result = use_a ? a : use_b ? b : number;                                                 \
        return is_nan_##f(result) ? quiet_##f(result) : result;                                    \
    }                                                                                              \
    /* v_minimum and v_maximum: a NaN is preferred. */                                             \
    static inline f minimum_##f(f a, f b) {                                                        \
        f result = is_nan_##f(a) ? a : is_nan_##f(b) || is_less_##f(b, a) ? b : a;                 \
        return is_nan_##f(result) ? quiet_##f(result) : result;                                    \
    }                                                                                              \
    static inline f maximum_##f(f a, f b) {                                                        \
        f result = is_nan_##f(a) ? a : is_nan_##f(b) || is_less_##f(a, b) ? b : a;                 \
        return is_nan_##f(result) ? quiet_##f(result) : result;                                    \
    }                                                                                              \
    static inline f med3_##f(f a, f b, f c, bool ieee) {                                           \
        if (is_nan_##f(a) || is_nan_##f(b) || is_nan_##f(c))                                       \
            return min_##f(min_##f(a, b, ieee), c, ieee);                                          \
        f most = max_##f(max_##f(a, b, ieee), c, ieee);                                            \
        return most == a   ? max_##f(b, c, ieee)                                                   \
               : most == b ? max_##f(a, c, ieee)                                                   \
                           : max_##f(a, b, ieee);                                                  \
    }                                                                                              \
    /* What a result becomes that is too large, or too small, for the type. */                     \
    static inline f overflowed_##f(bool negative, enum rounding rounding) {                        \
        bool is_infinite =                                                                         \
            rounding == ROUND_NEAREST || rounding == (negative ? ROUND_DOWN : ROUND_UP);           \
        bits_t bits = bits_of_##f(f##_infinity());                                                 \
        return with_sign_##f(f##_of_bits((bits_t)(bits - !is_infinite)), negative);                \
    }                                                                                              \
    static inline f underflowed_##f(bool negative, enum rounding rounding) {                       \
        bool is_away = rounding == (negative ? ROUND_DOWN : ROUND_UP);                             \
        return with_sign_##f(f##_of_bits(is_away), negative);                                      \
    }

FLOAT_TYPE(f16, uint16_t, 10, 5)
FLOAT_TYPE(f32, uint32_t, 23, 8)
FLOAT_TYPE(f64, uint64_t, 52, 11)

static inline f32 f32_of_bf16(uint32_t bits) {
    return f32_of_bits(bits << 16);
}

// Rounds to the nearest; a NaN is quiet.
static inline uint32_t bf16_of_f32(f32 value) {
    uint32_t bits = bits_of_f32(value);
    if (is_nan_f32(value))
        return bits >> 16 | 0x40;
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

// 2 to the power of n, for n in -1022 to 1023.
static inline f64 power_of_two(int n) {
    return f64_of_bits((uint64_t)(n + 1023) << 52);
}

static inline int limited(int n, int least, int most) {
    return n < least ? least : n > most ? most : n;
}

// value * 2 to the power of n, rounded once.
static inline f32 ldexp_f32(f32 value, int n) {
    return (f32)((f64)value * power_of_two(limited(n, -400, 400)));
}

static inline f16 ldexp_f16(f16 value, int n) {
    return (f16)((f64)value * power_of_two(limited(n, -60, 60)));
}

f64 ldexp_f64(f64 value, int n);

// What functions of a limited precision give: `exact`, which is finite, changed by at most `error`
// units in the last of `bits` significant bits. How much follows from `source`. Numbers of so many
// bits stay what they are when they are rounded afterwards.
f64 imprecise(f64 exact, unsigned bits, f64 error, uint64_t source);

// ---- All lanes ---------------------------------------------------------------------------------

// Computes a result for each lane of that many sources; `lanes` is the loop.
void arithmetic_f16(struct vector *at, void (*lanes)(struct vector *), unsigned sources);
void arithmetic_f32(struct vector *at, void (*lanes)(struct vector *), unsigned sources);
void arithmetic_f64(struct vector *at, void (*lanes)(struct vector *), unsigned sources);

// The same for operations that select one of their sources: NaNs are their business.
void selection_f16(struct vector *at, void (*lanes)(struct vector *), unsigned sources);
void selection_f32(struct vector *at, void (*lanes)(struct vector *), unsigned sources);
void selection_f64(struct vector *at, void (*lanes)(struct vector *), unsigned sources);

// The same for functions such as the square root, which are computed in f64 for active lanes, and
// are not precise.
void function_f16(struct vector *at, f64 (*exact)(f64));
void function_f32(struct vector *at, f64 (*exact)(f64));
void function_f64(struct vector *at, f64 (*exact)(f64));

// Denormals become zeros if MODE's field says so.
void flush_f16(const struct vector *at, f16 *values, unsigned keep);
void flush_f32(const struct vector *at, f32 *values, unsigned keep);
void flush_f64(const struct vector *at, f64 *values, unsigned keep);

// An `evaluate` function `name` of the type f: `kind` is arithmetic or selection; a, b, c are the
// sources.
#define FLOAT_OPERATION(kind, name, f, sources, expression)                                        \
    static void name##_lanes(struct vector *at) {                                                  \
        const unsigned lanes = LANES_OF(at);                                                       \
        const bool ieee = at->mode & MODE_IEEE;                                                    \
        for (unsigned l = 0; l < lanes; l++) {                                                     \
            const f a = at->in[0].f[l], b = at->in[1].f[l], c = at->in[2].f[l];                    \
            (void)a, (void)b, (void)c, (void)ieee;                                                 \
            at->out.f[l] = (f)(expression);                                                        \
        }                                                                                          \
    }                                                                                              \
    void name(void *argument) {                                                                    \
        kind##_##f(argument, name##_lanes, sources);                                               \
    }

#define ARITHMETIC(name, f, sources, expression)                                                   \
    FLOAT_OPERATION(arithmetic, name, f, sources, expression)
#define SELECTION(name, f, sources, expression)                                                    \
    FLOAT_OPERATION(selection, name, f, sources, expression)

// An `evaluate` function of one source that is not precise.
#define FUNCTION(name, f, exact)                                                                   \
    void name(void *argument) {                                                                    \
        function_##f(argument, exact);                                                             \
    }

f64 reciprocal(f64 value);
f64 reciprocal_root(f64 value);
f64 sine_of_turns(f64 value);
f64 cosine_of_turns(f64 value);

// ---- Operations that other modules use, too ----------------------------------------------------

typedef void evaluate_function(void *at);

evaluate_function v_add_f32, v_sub_f32, v_mul_f32, v_fma_f32, v_mad_f32, v_min_f32, v_max_f32,
    v_min_num_f32, v_max_num_f32, v_minimum_f32, v_maximum_f32, v_ceil_f32, v_floor_f32,
    v_trunc_f32, v_rndne_f32, v_rcp_f32, v_rsq_f32, v_sqrt_f32, v_exp_f32, v_log_f32;
evaluate_function v_add_f16, v_sub_f16, v_mul_f16, v_fma_f16, v_min_f16, v_max_f16, v_min_num_f16,
    v_max_num_f16, v_minimum_f16, v_maximum_f16, v_ceil_f16, v_floor_f16, v_trunc_f16, v_rndne_f16,
    v_rcp_f16, v_rsq_f16, v_sqrt_f16, v_exp_f16, v_log_f16;
evaluate_function v_cvt_f32_i32, v_cvt_f32_u32, v_cvt_i32_f32, v_cvt_u32_f32, v_cvt_f16_f32,
    v_cvt_f32_f16, v_cvt_pk_rtz_f16_f32;

#endif
