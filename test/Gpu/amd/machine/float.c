#include "float.h"

#include <fenv.h>
#include <math.h>

void round_host(enum rounding rounding) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(modes[rounding]);
}

// The multiplication that rounds is the last one; those before it are exact.
f64 ldexp_f64(f64 value, int n) {
    return scalbn(value, limited(n, -2200, 2200));
}

// ---- Functions of a limited precision ----------------------------------------------------------

// A number between -1 and 1 that the bits decide.
static f64 error_of(uint64_t source) {
    source = (source ^ source >> 31) * 0x9E3779B97F4A7C15u;
    source = (source ^ source >> 29) * 0xBF58476D1CE4E5B9u;
    return (f64)(int32_t)(source >> 32) * 0x1p-31;
}

f64 imprecise(f64 exact, unsigned bits, f64 error, uint64_t source) {
    int exponent = exponent_f64(exact) - (int)bits + 1;
    if (exponent < 1)
        return exact;
    f64 result = exact + f64_of_bits((uint64_t)exponent << 52) * error * error_of(source);
    // Below a power of two, units are smaller.
    if (exponent_f64(result) < exponent_f64(exact))
        return f64_of_bits(bits_of_f64(exact) >> 52 << 52);
    return result;
}

f64 reciprocal(f64 value) {
    return 1 / value;
}

f64 reciprocal_root(f64 value) {
    return 1 / sqrt(value);
}

// Of at most half a turn.
static f64 sine_of_half(f64 turns) {
    if (fabs(turns) > 0.25)
        turns = copysign(0.5, turns) - turns;
    return sin(turns * 6.283185307179586476925);
}

f64 sine_of_turns(f64 value) {
    if (value == 0)
        return value;
    return sine_of_half(value - rint(value));
}

f64 cosine_of_turns(f64 value) {
    return sine_of_half(0.25 - fabs(value - rint(value)));
}

// Newton's method does not give the right reciprocal of a number whose mantissa has only ones,
// unless it begins with it. Divisions depend on that.
static bool needs_precision(uint64_t bits, unsigned mantissa) {
    return (~bits & ((1ull << mantissa) - 1)) == 0;
}

// v_rcp_f32 and its like take no denormals and give none, whatever MODE says.
void function_f32(struct vector *at, f64 (*exact)(f64)) {
    for (unsigned l = 0; l < at->lanes; l++) {
        f32 value = flushed_f32(at->in[0].f32[l]);
        if (!(at->active >> l & 1))
            continue;
        f64 result = exact(value);
        if (is_finite_f64(result) && !needs_precision(bits_of_f32(value), 23))
            result = imprecise(result, 24, 0.499, bits_of_f32(value));
        at->out.f32[l] = is_nan_f32(value)    ? quiet_f32(value)
                         : is_nan_f64(result) ? f32_negative_nan()
                                              : flushed_f32((f32)result);
    }
}

// Those of f16 are nearly precise.
void function_f16(struct vector *at, f64 (*exact)(f64)) {
    flush_f16(at, at->in[0].f16, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++) {
        f16 value = at->in[0].f16[l];
        if (!(at->active >> l & 1))
            continue;
        f64 result = exact((f64)value);
        if (is_finite_f64(result))
            result = imprecise(result, 11, 0.01, bits_of_f16(value));
        at->out.f16[l] = is_nan_f16(value)    ? quiet_f16(value)
                         : is_nan_f64(result) ? f16_negative_nan()
                                              : (f16)result;
    }
    flush_f16(at, at->out.f16, KEEP_RESULTS);
}

// Those of f64 have about half of the bits: programs continue with Newton's method.
void function_f64(struct vector *at, f64 (*exact)(f64)) {
    enum { BITS = 28, DROPPED = 53 - BITS };
    flush_f64(at, at->in[0].f64, KEEP_SOURCES);
    for (unsigned l = 0; l < at->lanes; l++) {
        f64 value = at->in[0].f64[l];
        if (!(at->active >> l & 1))
            continue;
        f64 result = exact(value);
        if (is_finite_f64(result) && !needs_precision(bits_of_f64(value), 52)) {
            result = imprecise(result, BITS, 0.499, bits_of_f64(value));
            uint64_t bits = bits_of_f64(result) + (1ull << (DROPPED - 1));
            result = f64_of_bits(bits >> DROPPED << DROPPED);
        }
        at->out.f64[l] = is_nan_f64(value)    ? quiet_f64(value)
                         : is_nan_f64(result) ? f64_negative_nan()
                                              : result;
    }
    flush_f64(at, at->out.f64, KEEP_RESULTS);
}

// ---- Before and after the loop over the lanes --------------------------------------------------

#define ALL_LANES(f, round_field, denormal_field)                                                  \
    void flush_##f(const struct vector *at, f *values, unsigned keep) {                            \
        if (mode_field(at->mode, denormal_field) & keep)                                           \
            return;                                                                                \
        const unsigned lanes = LANES_OF(at);                                                       \
        for (unsigned l = 0; l < lanes; l++)                                                       \
            values[l] = flushed_##f(values[l]);                                                    \
    }                                                                                              \
                                                                                                   \
    void selection_##f(struct vector *at, void (*loop)(struct vector *), unsigned sources) {       \
        for (unsigned k = 0; k < sources; k++)                                                     \
            flush_##f(at, at->in[k].f, KEEP_SOURCES);                                              \
        loop(at);                                                                                  \
        flush_##f(at, at->out.f, KEEP_RESULTS);                                                    \
    }                                                                                              \
                                                                                                   \
    static f nan_of_##f(const struct vector *at, unsigned l, unsigned sources) {                   \
        for (unsigned k = 0; k < sources; k++)                                                     \
            if (is_nan_##f(at->in[k].f[l]))                                                        \
                return quiet_##f(at->in[k].f[l]);                                                  \
        return f##_default_nan();                                                                  \
    }                                                                                              \
                                                                                                   \
    void arithmetic_##f(struct vector *at, void (*loop)(struct vector *), unsigned sources) {      \
        enum rounding rounding = mode_field(at->mode, round_field);                                \
        const unsigned lanes = LANES_OF(at);                                                       \
        for (unsigned k = 0; k < sources; k++)                                                     \
            flush_##f(at, at->in[k].f, KEEP_SOURCES);                                              \
        if (rounding)                                                                              \
            round_host(rounding);                                                                  \
        loop(at);                                                                                  \
        if (rounding)                                                                              \
            round_host(ROUND_NEAREST);                                                             \
        flush_##f(at, at->out.f, KEEP_RESULTS);                                                    \
        bool has_nan = false;                                                                      \
        for (unsigned l = 0; l < lanes; l++)                                                       \
            has_nan |= is_nan_##f(at->out.f[l]);                                                   \
        for (unsigned l = 0; has_nan && l < lanes; l++)                                            \
            if (is_nan_##f(at->out.f[l]))                                                          \
                at->out.f[l] = nan_of_##f(at, l, sources);                                         \
    }

ALL_LANES(f16, ROUND_F64, DENORMALS_F64)
ALL_LANES(f32, ROUND_F32, DENORMALS_F32)
ALL_LANES(f64, ROUND_F64, DENORMALS_F64)
