// float_reference.h - for tests: what IEEE 754 says of operations on f16, f32 and f64, computed
// with integers and with numbers of 113 bits.
#ifndef AMD_FLOAT_REFERENCE_H
#define AMD_FLOAT_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if __LDBL_MANT_DIG__ >= 113
typedef long double quad;
#else
__extension__ typedef __float128 quad;
#endif
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

// A floating-point type: the bits of its mantissa that are stored, and of its exponent.
struct format {
    unsigned mantissa, exponent;
};

static const struct format half_format = {10, 5}, single_format = {23, 8}, double_format = {52, 11};

static inline unsigned width_of(struct format f) {
    return 1 + f.mantissa + f.exponent;
}

static inline uint64_t sign_of(struct format f) {
    return 1ull << (f.mantissa + f.exponent);
}

static inline uint64_t infinity_of(struct format f) {
    return ((1ull << f.exponent) - 1) << f.mantissa;
}

static inline uint64_t quiet_of(struct format f) {
    return infinity_of(f) | 1ull << (f.mantissa - 1);
}

static inline bool nan_in(struct format f, uint64_t bits) {
    return (bits & ~sign_of(f)) > infinity_of(f);
}

static inline bool signaling_in(struct format f, uint64_t bits) {
    return nan_in(f, bits) && !(bits >> (f.mantissa - 1) & 1);
}

static inline bool denormal_in(struct format f, uint64_t bits) {
    bits &= ~sign_of(f);
    return bits && bits < 1ull << f.mantissa;
}

static inline uint64_t flushed_in(struct format f, uint64_t bits) {
    return denormal_in(f, bits) ? bits & sign_of(f) : bits;
}

static inline int bias_of(struct format f) {
    return (1 << (f.exponent - 1)) - 1;
}

static inline quad quad_of_bits(u128 bits) {
    quad value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline u128 bits_of_quad(quad value) {
    u128 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline quad power_of_2(int n) {
    return quad_of_bits((u128)(n + 16383) << 112);
}

// Numbers that are no NaNs.
static inline quad value_of(struct format f, uint64_t bits) {
    uint64_t mantissa = bits & ((1ull << f.mantissa) - 1);
    int exponent = (int)(bits >> f.mantissa & ((1u << f.exponent) - 1));
    quad sign = bits & sign_of(f) ? -1 : 1;
    if (exponent == (1 << f.exponent) - 1)
        return sign * quad_of_bits((u128)0x7FFF << 112);
    if (exponent)
        mantissa |= 1ull << f.mantissa;
    else
        exponent = 1;
    return sign * (quad)mantissa * power_of_2(exponent - bias_of(f) - (int)f.mantissa);
}

// Rounding modes, as MODE has them.
enum { TO_NEAREST, TO_PLUS, TO_MINUS, TO_ZERO };

// Rounds a number, which is no NaN.
static inline uint64_t rounded_to(struct format f, quad value, unsigned mode) {
    u128 bits = bits_of_quad(value);
    bool negative = bits >> 127;
    uint64_t sign = negative ? sign_of(f) : 0;
    int exponent = (int)(bits >> 112 & 0x7FFF) - 16383;
    if (exponent == -16383) // all denormals of quad are below those of the type
        return sign | (value != 0 && mode == (negative ? TO_MINUS : TO_PLUS));
    if (exponent == 16384)
        return sign | infinity_of(f);
    u128 significand = (bits & (((u128)1 << 112) - 1)) | (u128)1 << 112;
    int field = exponent + bias_of(f), drop = 112 - (int)f.mantissa;
    if (field < 1) {
        drop += 1 - field;
        field = 1;
    }
    if (drop > 120)
        drop = 120;
    u128 kept = significand >> drop, rest = significand & (((u128)1 << drop) - 1);
    u128 middle = (u128)1 << (drop - 1);
    if (mode == TO_NEAREST)
        kept += rest > middle || (rest == middle && (kept & 1));
    else if (mode == (negative ? TO_MINUS : TO_PLUS))
        kept += rest != 0;
    // A mantissa that overflowed makes the exponent larger by one.
    u128 result = ((u128)(field - 1) << f.mantissa) + kept;
    if (result >= infinity_of(f)) {
        bool is_infinite = mode == TO_NEAREST || mode == (negative ? TO_MINUS : TO_PLUS);
        return sign | (infinity_of(f) - !is_infinite);
    }
    return sign | (uint64_t)result;
}

// a + b, of which the last bit is set if it is not exact: to be rounded to far fewer bits.
static inline quad sum_to_odd(quad a, quad b) {
    quad sum = a + b, part = sum - a, error = (a - (sum - part)) + (b - part);
    u128 bits = bits_of_quad(sum);
    if (sum - sum != 0 || error == 0 || bits & 1)
        return sum;
    return quad_of_bits((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

// A number's place in the order of numbers of its type: -0 is before +0.
static inline i128 place_of(struct format f, uint64_t bits) {
    return bits & sign_of(f) ? -(i128)(bits & ~sign_of(f)) - 1 : (i128)bits;
}

// Bits that are often those of an edge: zeros, infinities, NaNs, denormals, integers, halves,
// exponents at the ends.
static inline uint64_t number_from(struct format f, uint64_t random, uint64_t kind) {
    uint64_t sign = random & 1 ? sign_of(f) : 0, mask = sign_of(f) | (sign_of(f) - 1);
    uint64_t one = (uint64_t)bias_of(f) << f.mantissa,
             mantissa = random >> 1 & ((1ull << f.mantissa) - 1);
    random >>= 1;
    switch (kind % 16) {
    case 0:
        return sign;
    case 1:
        return sign | infinity_of(f);
    case 2:
        return sign | infinity_of(f) | mantissa;
    case 3:
    case 4:
        return sign | mantissa;
    case 5:
        return sign | (infinity_of(f) - 1 - random % 3);
    case 6:
        return sign | ((1ull << f.mantissa) + random % 5 - 2);
    case 7:
        return sign | one;
    case 11: // a mantissa near its least or its largest one
        one += ((random % 24) << f.mantissa) - (12ull << f.mantissa);
        return (sign | one) + random / 24 % 9 - 4;
    case 8:
        return sign |
               (one + ((random % (f.mantissa + 8)) << f.mantissa) + (mantissa & mantissa >> 7));
    case 9:
    case 10:
        return sign | (one + ((random % 24) << f.mantissa) - (12ull << f.mantissa) + mantissa);
    default:
        return (random << 1 | (sign != 0)) & mask;
    }
}

#endif
