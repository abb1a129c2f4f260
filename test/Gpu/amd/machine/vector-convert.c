// Conversions between types of numbers (v_cvt_...). Those of 8-bit floating-point numbers are
// missing: C has no such type.
#include "decode.h"
#include "float.h"

#include <math.h>

// ---- To integers: what is too large becomes the largest number, a NaN becomes 0 ----------------

// Cut off towards zero.
static inline int32_t to_i32(f64 value) {
    return value >= 0x1p31    ? INT32_MAX
           : value <= -0x1p31 ? INT32_MIN
           : value == value   ? (int32_t)value
                              : 0;
}

static inline uint32_t to_u32(f64 value) {
    return value >= 0x1p32 ? UINT32_MAX : value > 0 ? (uint32_t)value : 0;
}

static inline int32_t to_i16(f32 value) {
    return value >= 0x1p15f    ? INT16_MAX
           : value <= -0x1p15f ? INT16_MIN
           : value == value    ? (int32_t)value
                               : 0;
}

static inline uint32_t to_u16(f32 value) {
    return value >= 0x1p16f ? UINT16_MAX : value > 0 ? (uint32_t)value : 0;
}

VECTOR(v_cvt_i32_f64, to_i32(at->in[0].f64[l]), i32)
VECTOR(v_cvt_u32_f64, to_u32(at->in[0].f64[l]), u32)
VECTOR(v_cvt_i16_f16, to_i16((f32)at->in[0].f16[l]), i32)
VECTOR(v_cvt_u16_f16, to_u16((f32)at->in[0].f16[l]), u32)
VECTOR(v_cvt_floor_i32_f32, to_i32(floor((f64)at->in[0].f32[l])), i32)
VECTOR(v_cvt_nearest_i32_f32, to_i32(floor((f64)at->in[0].f32[l] + 0.5)), i32)

void v_cvt_i32_f32(void *argument) {
    struct vector *at = argument;
    const unsigned lanes = LANES_OF(at);
    for (unsigned l = 0; l < lanes; l++)
        at->out.i32[l] = to_i32((f64)at->in[0].f32[l]);
}

void v_cvt_u32_f32(void *argument) {
    struct vector *at = argument;
    const unsigned lanes = LANES_OF(at);
    for (unsigned l = 0; l < lanes; l++)
        at->out.u32[l] = to_u32((f64)at->in[0].f32[l]);
}

// ---- From integers -----------------------------------------------------------------------------

// Rounds as MODE's field says; there are no NaNs and no denormals.
static void rounded(struct vector *at, unsigned field, void (*loop)(struct vector *)) {
    enum rounding rounding = mode_field(at->mode, field);
    if (rounding)
        round_host(rounding);
    loop(at);
    if (rounding)
        round_host(ROUND_NEAREST);
}

// The host may compute 0 as a difference, which is -0 when it rounds down.
#define FROM_INTEGER(name, f, member, field)                                                       \
    static void name##_lanes(struct vector *at) {                                                  \
        const unsigned lanes = LANES_OF(at);                                                       \
        for (unsigned l = 0; l < lanes; l++)                                                       \
            at->out.f[l] = (f)at->in[0].member[l];                                                 \
    }                                                                                              \
    void name(void *argument) {                                                                    \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        rounded(at, field, name##_lanes);                                                          \
        for (unsigned l = 0; mode_field(at->mode, field) == ROUND_DOWN && l < lanes; l++)          \
            at->out.f[l] = at->out.f[l] == 0 ? 0 : at->out.f[l];                                   \
    }

FROM_INTEGER(v_cvt_f32_i32, f32, i32, ROUND_F32)
FROM_INTEGER(v_cvt_f32_u32, f32, u32, ROUND_F32)
FROM_INTEGER(v_cvt_f64_i32, f64, i32, ROUND_F64)
FROM_INTEGER(v_cvt_f64_u32, f64, u32, ROUND_F64)
FROM_INTEGER(v_cvt_f16_i16, f16, i32, ROUND_F64)
FROM_INTEGER(v_cvt_f16_u16, f16, u32, ROUND_F64)

VECTOR(v_cvt_f32_ubyte0, (f32)(at->in[0].u32[l] & 0xFF), f32)
VECTOR(v_cvt_f32_ubyte1, (f32)(at->in[0].u32[l] >> 8 & 0xFF), f32)
VECTOR(v_cvt_f32_ubyte2, (f32)(at->in[0].u32[l] >> 16 & 0xFF), f32)
VECTOR(v_cvt_f32_ubyte3, (f32)(at->in[0].u32[l] >> 24), f32)
// A signed number of 4 bits, in sixteenths.
VECTOR(v_cvt_off_f32_i4, (f32)(((int32_t)(at->in[0].u32[l] & 15) ^ 8) - 8) / 16, f32)
VECTOR(v_cvt_i32_i16, at->in[0].i32[l], i32)
VECTOR(v_cvt_u32_u16, at->in[0].u32[l], u32)

// ---- Between floating-point types --------------------------------------------------------------

// Both have the rounding of f64. The host's conversions make NaNs quiet, and keep their signs.
#define FROM_FLOAT(name, from, to)                                                                 \
    static void name##_lanes(struct vector *at) {                                                  \
        const unsigned lanes = LANES_OF(at);                                                       \
        for (unsigned l = 0; l < lanes; l++)                                                       \
            at->out.to[l] = (to)at->in[0].from[l];                                                 \
    }                                                                                              \
    void name(void *argument) {                                                                    \
        struct vector *at = argument;                                                              \
        flush_##from(at, at->in[0].from, KEEP_SOURCES);                                            \
        rounded(argument, ROUND_F64, name##_lanes);                                                \
        flush_##to(at, at->out.to, KEEP_RESULTS);                                                  \
    }

FROM_FLOAT(v_cvt_f32_f64, f64, f32)
FROM_FLOAT(v_cvt_f64_f32, f32, f64)
FROM_FLOAT(v_cvt_f16_f32, f32, f16)
FROM_FLOAT(v_cvt_f32_f16, f16, f32)
VECTOR(v_cvt_f32_bf16, f32_of_bf16(at->in[0].u32[l]), f32)

// ---- Pairs -------------------------------------------------------------------------------------

static void take_second(struct vector *at) {
    memcpy(&at->in[0], &at->in[1], sizeof at->in[0]);
}

// Two numbers of f16, rounded as the field of f64 says.
static void v_cvt_pk_f16_f32(void *argument) {
    struct vector *at = argument;
    f16 low[MAX_LANES];
    v_cvt_f16_f32(at);
    memcpy(low, at->out.f16, sizeof low);
    take_second(at);
    v_cvt_f16_f32(at);
    f16 high[MAX_LANES];
    memcpy(high, at->out.f16, sizeof high);
    for (unsigned l = 0; l < at->lanes; l++)
        at->out.u32[l] = bits_of_f16(low[l]) | (uint32_t)bits_of_f16(high[l]) << 16;
}

void v_cvt_pk_rtz_f16_f32(void *argument) {
    struct vector *at = argument;
    at->mode |= ROUND_TO_ZERO << ROUND_F64;
    v_cvt_pk_f16_f32(at);
}

VECTOR(v_cvt_pk_bf16_f32, bf16_of_f32(at->in[0].f32[l]) | bf16_of_f32(at->in[1].f32[l]) << 16, u32)

static inline uint32_t pair(uint32_t low, uint32_t high) {
    return (low & 0xFFFF) | high << 16;
}

// From -1 to 1, or from 0 to 1, to all integers of 16 bits.
static inline uint32_t signed_norm(f32 value) {
    return (uint32_t)to_i16(__builtin_rintf(32767 * max_f32(min_f32(value, 1, false), -1, false)) *
                            (value == value));
}

static inline uint32_t unsigned_norm(f32 value) {
    return value == value
               ? to_u16(__builtin_rintf(65535 * max_f32(min_f32(value, 1, false), 0, false)))
               : 0;
}

VECTOR(v_cvt_norm_i16_f16, signed_norm((f32)at->in[0].f16[l]), u32)
VECTOR(v_cvt_norm_u16_f16, unsigned_norm((f32)at->in[0].f16[l]), u32)
VECTOR(v_cvt_pknorm_i16_f16,
       pair(signed_norm((f32)at->in[0].f16[l]), signed_norm((f32)at->in[1].f16[l])), u32)
VECTOR(v_cvt_pknorm_u16_f16,
       pair(unsigned_norm((f32)at->in[0].f16[l]), unsigned_norm((f32)at->in[1].f16[l])), u32)
VECTOR(v_cvt_pknorm_i16_f32, pair(signed_norm(at->in[0].f32[l]), signed_norm(at->in[1].f32[l])),
       u32)
VECTOR(v_cvt_pknorm_u16_f32, pair(unsigned_norm(at->in[0].f32[l]), unsigned_norm(at->in[1].f32[l])),
       u32)
VECTOR(v_cvt_pk_i16_f32,
       pair((uint32_t)to_i16(at->in[0].f32[l]), (uint32_t)to_i16(at->in[1].f32[l])), u32)
VECTOR(v_cvt_pk_u16_f32, pair(to_u16(at->in[0].f32[l]), to_u16(at->in[1].f32[l])), u32)

static inline uint32_t i16_of_i32(int32_t value) {
    return (uint32_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static inline uint32_t u16_of_u32(uint32_t value) {
    return value > UINT16_MAX ? UINT16_MAX : value;
}

VECTOR(v_cvt_pk_i16_i32, pair(i16_of_i32(at->in[0].i32[l]), i16_of_i32(at->in[1].i32[l])), u32)
VECTOR(v_cvt_pk_u16_u32, pair(u16_of_u32(at->in[0].u32[l]), u16_of_u32(at->in[1].u32[l])), u32)

// A byte of the third source, which the second one chooses, is replaced.
static void pack_bytes(struct vector *at) {
    const unsigned lanes = LANES_OF(at);
    for (unsigned l = 0; l < lanes; l++) {
        f32 value = __builtin_rintf(at->in[0].f32[l]);
        uint32_t byte = value >= 255 ? 255 : value > 0 ? (uint32_t)value : 0;
        unsigned shift = 8 * (at->in[1].u32[l] & 3);
        at->out.u32[l] = (at->in[2].u32[l] & ~(0xFFu << shift)) | byte << shift;
    }
}

static void v_cvt_pk_u8_f32(void *argument) {
    rounded(argument, ROUND_F32, pack_bytes);
}

#define ROW(name, form) {#name, form, run_vector, name, 0}
#define ALIAS(text, form, function) {text, form, run_vector, function, 0}

const struct operation convert_operations[] = {
    ROW(v_cvt_i32_f64, "i32 = f64"),
    ROW(v_cvt_u32_f64, "b32 = f64"),
    ROW(v_cvt_i32_f32, "i32 = f32"),
    ROW(v_cvt_u32_f32, "b32 = f32"),
    ROW(v_cvt_i16_f16, "i16 = f16"),
    ROW(v_cvt_u16_f16, "b16 = f16"),
    ROW(v_cvt_floor_i32_f32, "i32 = f32"),
    ALIAS("v_cvt_flr_i32_f32", "i32 = f32", v_cvt_floor_i32_f32),
    ROW(v_cvt_nearest_i32_f32, "i32 = f32"),
    ALIAS("v_cvt_rpi_i32_f32", "i32 = f32", v_cvt_nearest_i32_f32),
    ROW(v_cvt_f32_i32, "f32 = i32"),
    ROW(v_cvt_f32_u32, "f32 = b32"),
    ROW(v_cvt_f64_i32, "f64 = i32"),
    ROW(v_cvt_f64_u32, "f64 = b32"),
    ROW(v_cvt_f16_i16, "f16 = i16"),
    ROW(v_cvt_f16_u16, "f16 = b16"),
    ROW(v_cvt_f32_ubyte0, "f32 = b32"),
    ROW(v_cvt_f32_ubyte1, "f32 = b32"),
    ROW(v_cvt_f32_ubyte2, "f32 = b32"),
    ROW(v_cvt_f32_ubyte3, "f32 = b32"),
    ROW(v_cvt_off_f32_i4, "f32 = b32"),
    ROW(v_cvt_i32_i16, "i32 = i16"),
    ROW(v_cvt_u32_u16, "b32 = b16"),
    ROW(v_cvt_f32_f64, "f32 = f64"),
    ROW(v_cvt_f64_f32, "f64 = f32"),
    ROW(v_cvt_f16_f32, "f16 = f32"),
    ROW(v_cvt_f32_f16, "f32 = f16"),
    ROW(v_cvt_f32_bf16, "f32 = bf16"),
    ROW(v_cvt_pk_f16_f32, "b32 = f32 f32"),
    ROW(v_cvt_pk_bf16_f32, "b32 = f32 f32"),
    ROW(v_cvt_pk_rtz_f16_f32, "b32 = f32 f32"),
    ALIAS("v_cvt_pkrtz_f16_f32", "b32 = f32 f32", v_cvt_pk_rtz_f16_f32),
    ROW(v_cvt_norm_i16_f16, "i16 = f16"),
    ROW(v_cvt_norm_u16_f16, "b16 = f16"),
    ROW(v_cvt_pknorm_i16_f16, "b32 = f16 f16"),
    ROW(v_cvt_pknorm_u16_f16, "b32 = f16 f16"),
    ROW(v_cvt_pknorm_i16_f32, "b32 = f32 f32"),
    ROW(v_cvt_pknorm_u16_f32, "b32 = f32 f32"),
    ALIAS("v_cvt_pk_norm_i16_f16", "b32 = f16 f16", v_cvt_pknorm_i16_f16),
    ALIAS("v_cvt_pk_norm_u16_f16", "b32 = f16 f16", v_cvt_pknorm_u16_f16),
    ALIAS("v_cvt_pk_norm_i16_f32", "b32 = f32 f32", v_cvt_pknorm_i16_f32),
    ALIAS("v_cvt_pk_norm_u16_f32", "b32 = f32 f32", v_cvt_pknorm_u16_f32),
    ROW(v_cvt_pk_i16_f32, "b32 = f32 f32"),
    ROW(v_cvt_pk_u16_f32, "b32 = f32 f32"),
    ROW(v_cvt_pk_i16_i32, "b32 = i32 i32"),
    ROW(v_cvt_pk_u16_u32, "b32 = b32 b32"),
    ROW(v_cvt_pk_u8_f32, "b32 = f32 b32 b32"),
    ALIAS("v_cvt_pkaccum_u8_f32", "b32& = f32 b32", v_cvt_pk_u8_f32),
    {0},
};
