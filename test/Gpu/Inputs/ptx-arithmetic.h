// ptx-arithmetic.h - instructions of PTX that C has no operator for (PTX ISA, "Instructions").
#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 uint128_t;

#define REINTERPRET(kind, type, integer)                                                           \
    static inline type as_##kind(integer bits) {                                                   \
        type value;                                                                                \
        memcpy(&value, &bits, sizeof value);                                                       \
        return value;                                                                              \
    }                                                                                              \
    static inline integer of_##kind(type value) {                                                  \
        integer bits;                                                                              \
        memcpy(&bits, &value, sizeof bits);                                                        \
        return bits;                                                                               \
    }
REINTERPRET(f16, _Float16, uint16_t)
REINTERPRET(f32, float, uint32_t)
REINTERPRET(f64, double, uint64_t)

// bf16 is a float here, rounded where it is written.
static inline float as_fb16(uint16_t bits) {
    return as_f32((uint32_t)bits << 16);
}
static inline uint16_t of_fb16(float value) {
    uint32_t bits = of_f32(value), even = bits >> 16 & 1;
    return value != value ? 0x7fff : (uint16_t)((bits + 0x7fff + even) >> 16);
}
// A float whose last bit says whether there was more, so that it is rounded once.
static inline float odd_of_f64(double x) {
    float near = (float)x;
    if (near == x || x != x || isinf(x))
        return near;
    return as_f32((of_f32(near) - (fabs(near) > fabs(x))) | 1);
}

#define ROUNDED(mode, expression, type)                                                            \
    ({                                                                                             \
        fesetround(mode);                                                                          \
        volatile type rounded_value = (type)(expression);                                          \
        fesetround(FE_TONEAREST);                                                                  \
        (type) rounded_value;                                                                      \
    })
#define rounded_rn(expression, type) ((type)(expression))
#define rounded_rz(expression, type) ROUNDED(FE_TOWARDZERO, expression, type)
#define rounded_rm(expression, type) ROUNDED(FE_DOWNWARD, expression, type)
#define rounded_rp(expression, type) ROUNDED(FE_UPWARD, expression, type)
#define convert_rz rounded_rz
#define convert_rm rounded_rm
#define convert_rp rounded_rp

#define ONE(name, single, twice)                                                                   \
    static inline float name##_f32(float x) {                                                      \
        return single;                                                                             \
    }                                                                                              \
    static inline double name##_f64(double x) {                                                    \
        return twice;                                                                              \
    }
ONE(abs, fabsf(x), fabs(x))
ONE(sqrt, sqrtf(x), sqrt(x))
ONE(rsqrt, (float)(1 / sqrt((double)x)), 1 / sqrt(x))
ONE(rcp, 1 / x, 1 / x)
ONE(ex2, exp2f(x), exp2(x))
ONE(lg2, log2f(x), log2(x))
ONE(sin, sinf(x), sin(x))
ONE(cos, cosf(x), cos(x))
ONE(tanh, tanhf(x), tanh(x))

#define TWO(type, kind, lesser, greater, sign)                                                     \
    static inline type min_##kind(type a, type b) {                                                \
        return a == b ? (signbit(a) ? a : b) : lesser(a, b);                                       \
    }                                                                                              \
    static inline type max_##kind(type a, type b) {                                                \
        return a == b ? (signbit(a) ? b : a) : greater(a, b);                                      \
    }                                                                                              \
    static inline type copysign_##kind(type from, type to) {                                       \
        return sign(to, from);                                                                     \
    }
TWO(float, f32, fminf, fmaxf, copysignf)
TWO(double, f64, fmin, fmax, copysign)
TWO(_Float16, f16, fminf, fmaxf, copysignf)
TWO(float, fb16, fminf, fmaxf, copysignf)

static inline _Float16 fma_f16(_Float16 a, _Float16 b, _Float16 c) {
    return (_Float16)fma((double)a, (double)b, (double)c);
}
static inline float fma_fb16(float a, float b, float c) {
    return odd_of_f64((double)a * b + c); // the product is exact
}
#define fma_f32 fmaf
#define fma_f64 fma

static inline _Float16 abs_f16(_Float16 x) {
    return as_f16(of_f16(x) & 0x7fff);
}
static inline float abs_fb16(float x) {
    return fabsf(x);
}
static inline int16_t abs_s16(int16_t x) {
    return x < 0 ? (int16_t)-x : x;
}
static inline int32_t abs_s32(int32_t x) {
    return x < 0 ? (int32_t)-(uint32_t)x : x;
}
static inline int64_t abs_s64(int64_t x) {
    return x < 0 ? (int64_t)-(uint64_t)x : x;
}

#define testp_infinite(x) (isinf(x) != 0)
#define testp_finite(x) (isfinite(x) != 0)
#define testp_number(x) (!isnan(x))
#define testp_notanumber(x) (isnan(x) != 0)
#define saturated(x)                                                                               \
    ({                                                                                             \
        __typeof__(x) unclamped = (x);                                                             \
        unclamped > 1 ? (__typeof__(x))1 : unclamped > 0 ? unclamped : (__typeof__(x))0;           \
    })

#define saturated_add(a, b, type) SATURATED(add, b > 0, a, b, type)
#define saturated_sub(a, b, type) SATURATED(sub, b < 0, a, b, type)
#define SATURATED(operation, is_up, a, b, type)                                                    \
    ({                                                                                             \
        type sum;                                                                                  \
        __builtin_##operation##_overflow((a), (b), &sum) ? ((is_up) ? INT32_MAX : INT32_MIN) : sum; \
    })
#define not_negative(x)                                                                            \
    ({                                                                                             \
        __typeof__(x) any_sign = (x);                                                              \
        any_sign < 0 ? (__typeof__(x))0 : any_sign;                                                                                                \
    })

#define integral_rni(x) _Generic((x), _Float16: rintf, float: rintf, double: rint)(x)
#define integral_rzi(x) _Generic((x), _Float16: truncf, float: truncf, double: trunc)(x)
#define integral_rmi(x) _Generic((x), _Float16: floorf, float: floorf, double: floor)(x)
#define integral_rpi(x) _Generic((x), _Float16: ceilf, float: ceilf, double: ceil)(x)

// Conversions to integers end at the least and the greatest one.
#define TO_INTEGER(kind, type, least, greatest)                                                    \
    static inline type kind##_of(long double x) {                                                  \
        return isnan(x) ? 0 : x <= least ? least : x >= greatest ? greatest : (type)x;             \
    }
TO_INTEGER(s8, int8_t, INT8_MIN, INT8_MAX)
TO_INTEGER(u8, uint8_t, 0, UINT8_MAX)
TO_INTEGER(s16, int16_t, INT16_MIN, INT16_MAX)
TO_INTEGER(u16, uint16_t, 0, UINT16_MAX)
TO_INTEGER(s32, int32_t, INT32_MIN, INT32_MAX)
TO_INTEGER(u32, uint32_t, 0, UINT32_MAX)
TO_INTEGER(s64, int64_t, INT64_MIN, INT64_MAX)
TO_INTEGER(u64, uint64_t, 0, UINT64_MAX)

static inline uint32_t popc_b32(uint32_t x) {
    return (uint32_t)__builtin_popcount(x);
}
static inline uint32_t popc_b64(uint64_t x) {
    return (uint32_t)__builtin_popcountll(x);
}
static inline uint32_t clz_b32(uint32_t x) {
    return x ? (uint32_t)__builtin_clz(x) : 32;
}
static inline uint32_t clz_b64(uint64_t x) {
    return x ? (uint32_t)__builtin_clzll(x) : 64;
}
// PTX ISA, "bfe": bits beyond the ends are zeros, or the sign.
static inline uint64_t bit_field(uint64_t x, unsigned start, unsigned count, unsigned bits,
                                 bool is_signed) {
    unsigned last = start + count - 1 < bits - 1 ? start + count - 1 : bits - 1;
    bool sign = is_signed && count && x >> last & 1;
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++)
        result |= (uint64_t)(i < count && start + i < bits ? x >> (start + i) & 1 : sign) << i;
    return result;
}
// PTX ISA, "bfi": `into` with the low bits of `x` in place of a field.
static inline uint64_t with_bit_field(uint64_t x, uint64_t into, unsigned start, unsigned count,
                                      unsigned bits) {
    for (unsigned i = 0; i < count && start + i < bits; i++)
        into = (into & ~((uint64_t)1 << (start + i))) | (x >> i & 1) << (start + i);
    return into;
}
static inline uint32_t shf_l_wrap(uint32_t low, uint32_t high, uint32_t n) {
    return n & 31 ? high << (n & 31) | low >> (32 - (n & 31)) : high;
}
static inline uint32_t shf_r_wrap(uint32_t low, uint32_t high, uint32_t n) {
    return n & 31 ? high << (32 - (n & 31)) | low >> (n & 31) : low;
}
// PTX ISA, "lop3": bit 4 * a + 2 * b + c of the table is the result for bits a, b and c.
static inline uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}
static inline uint32_t prmt(uint32_t a, uint32_t b, uint32_t choice) {
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; i++, choice >>= 4) {
        uint32_t byte = bytes >> 8 * (choice & 7) & 255;
        result |= (choice & 8 ? (byte & 128 ? 255 : 0) : byte) << 8 * i;
    }
    return result;
}
