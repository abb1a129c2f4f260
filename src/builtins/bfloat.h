// bfloat.h - the functions that LLVM calls for conversions of __bf16 on CPUs without instructions
// for them. libgcc has them from GCC 13 on. Part of the runtime, and of x86-64 images that need it
// (src/ir/emulate.h).

#include <stdint.h>

#define OC_HELPER __attribute__((weak, visibility("hidden")))
#define OC_BFLOAT(bits) __builtin_bit_cast(__bf16, bits)

// Rounds the bits of a float to the nearest __bf16, which has its upper 16 bits; ties to even.
static inline uint16_t oc_bfloat_round(uint32_t bits) {
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

// A quiet NaN with this sign and the first bits of the payload.
static inline uint16_t oc_bfloat_nan(_Bool sign, uint64_t payload) {
    return (uint16_t)(sign << 15 | 0x7fc0 | payload >> 57);
}

// Rounds the number (mantissa / 2^63) * 2^exponent; callers pass mantissa 0 for denormal numbers.
// First makes the bits of a float, whose lowest bit is set if lower bits are lost.
static inline uint16_t oc_bfloat_of(_Bool sign, int exponent, uint64_t mantissa) {
    int biased = exponent + 127;
    uint32_t bits;
    if (mantissa == 0)
        bits = 0;
    else if (biased >= 255)
        bits = 255u << 23;
    else if (biased >= 1)
        bits = (uint32_t)((uint64_t)(biased - 1) << 23) + (uint32_t)(mantissa >> 40);
    else
        bits = biased > -23 ? (uint32_t)(mantissa >> (41 - biased)) : 0;
    int cut = biased >= 1 ? 40 : 41 - biased;
    if (biased < 255)
        bits |= cut > 63 ? mantissa != 0 : (mantissa & ((1ull << cut) - 1)) != 0;
    return oc_bfloat_round((uint32_t)sign << 31 | bits);
}

// Called only with -frounding-math.
OC_HELPER float __extendbfsf2(__bf16 x) {
    return __builtin_bit_cast(float, (uint32_t)__builtin_bit_cast(uint16_t, x) << 16);
}

OC_HELPER __bf16 __truncsfbf2(float x) {
    uint32_t bits = __builtin_bit_cast(uint32_t, x);
    if ((bits & 0x7fffffff) > 0x7f800000)
        return OC_BFLOAT(oc_bfloat_nan(bits >> 31, (uint64_t)bits << 41));
    return OC_BFLOAT(oc_bfloat_round(bits));
}

OC_HELPER __bf16 __truncdfbf2(double x) {
    uint64_t bits = __builtin_bit_cast(uint64_t, x);
    int exponent = bits >> 52 & 0x7ff;
    _Bool sign = bits >> 63;
    if (exponent == 0x7ff && bits << 12)
        return OC_BFLOAT(oc_bfloat_nan(sign, bits << 12));
    return OC_BFLOAT(oc_bfloat_of(sign, exponent - 1023, exponent ? 1ull << 63 | bits << 11 : 0));
}

#ifdef __x86_64__
// The mantissa of long double includes the first bit.
OC_HELPER __bf16 __truncxfbf2(long double x) {
    struct {
        uint64_t mantissa;
        uint16_t exponent;
    } parts;
    __builtin_memcpy(&parts, &x, 10);
    int exponent = parts.exponent & 0x7fff;
    _Bool sign = parts.exponent >> 15;
    if (exponent == 0x7fff && parts.mantissa << 1)
        return OC_BFLOAT(oc_bfloat_nan(sign, parts.mantissa << 1));
    return OC_BFLOAT(oc_bfloat_of(sign, exponent - 16383, exponent ? parts.mantissa : 0));
}

OC_HELPER __bf16 __trunctfbf2(__float128 x) {
    unsigned __int128 bits = __builtin_bit_cast(unsigned __int128, x);
    int exponent = (int)(bits >> 112) & 0x7fff;
    _Bool sign = (_Bool)(bits >> 127);
    uint64_t top = (uint64_t)(bits >> 49), rest = (uint64_t)bits << 15;
    if (exponent == 0x7fff && (top << 1 || rest))
        return OC_BFLOAT(oc_bfloat_nan(sign, top << 1));
    uint64_t mantissa = 1ull << 63 | top | (rest != 0);
    return OC_BFLOAT(oc_bfloat_of(sign, exponent - 16383, exponent ? mantissa : 0));
}
#endif
