// arithmetic.h - functions of compiler-rt and libgcc, which GPUs lack. clang, or src/ir/emulate.c
// instead of the back end, calls them by their names there. Part of gpu.c.

typedef unsigned __int128 oc_u128;

// ---- Integers of 128 bits to floating point ----------------------------------------------------

// The value is mantissa * 2^exponent. If lower bits are lost, the mantissa's lowest bit is set, far
// below the last bit of a result. So the result is rounded only once.
struct oc_parts {
    uint64_t mantissa;
    int exponent;
};

static inline struct oc_parts oc_split(oc_u128 x) {
    uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    if (high == 0)
        return (struct oc_parts){low, 0};
    int room = __builtin_clzll(high);
    uint64_t top = room ? high << room | low >> (64 - room) : high;
    return (struct oc_parts){top | (low << room != 0), 64 - room};
}

static inline double oc_double_of(oc_u128 x) {
    struct oc_parts parts = oc_split(x);
    return (double)parts.mantissa * __builtin_bit_cast(double, (1023ul + parts.exponent) << 52);
}

static inline float oc_float_of(oc_u128 x) {
    struct oc_parts parts = oc_split(x);
    return (float)parts.mantissa * __builtin_bit_cast(float, (127u + parts.exponent) << 23);
}

// The largest half is 65504, so 2^20 stands for all larger numbers: they become infinity.
static inline _Float16 oc_half_of(oc_u128 x) {
    return (_Float16)(float)(x >> 20 ? 1u << 20 : (uint32_t)x);
}

// Rounds a float that has the first 24 bits; the lowest one is set if lower bits are lost.
static inline __bf16 oc_bfloat_of(oc_u128 x) {
    struct oc_parts parts = oc_split(x);
    uint64_t top = parts.mantissa;
    int room = top ? __builtin_clzll(top) : 0;
    top <<= room;
    float scale = __builtin_bit_cast(float, (127u + 40 + parts.exponent - room) << 23);
    return (__bf16)((float)(uint32_t)(top >> 40 | (top << 24 != 0)) * scale);
}

#define FROM_WIDE(type, letters, convert)                                                          \
    type __floatunti##letters(oc_u128 x) {                                                         \
        return convert(x);                                                                         \
    }                                                                                              \
    type __floatti##letters(__int128 x) {                                                          \
        return x < 0 ? -convert(-(oc_u128)x) : convert((oc_u128)x);                                \
    }
FROM_WIDE(double, df, oc_double_of)
FROM_WIDE(float, sf, oc_float_of)
FROM_WIDE(_Float16, hf, oc_half_of)
FROM_WIDE(__bf16, bf, oc_bfloat_of)

// ---- Floating point to integers of 128 bits. Undefined for numbers that do not fit. ------------

static inline oc_u128 oc_whole(double x) {
    uint64_t high = (uint64_t)(x * 0x1p-64);
    return (oc_u128)high << 64 | (uint64_t)(x - (double)high * 0x1p64);
}

oc_u128 __fixunsdfti(double x) {
    return oc_whole(x);
}

__int128 __fixdfti(double x) {
    return x < 0 ? (__int128)-oc_whole(-x) : (__int128)oc_whole(x);
}

// ---- Powers, by the same multiplications as in libgcc ------------------------------------------

#define POWER(type, letters)                                                                       \
    type __powi##letters(type x, int n) {                                                          \
        unsigned int left = n < 0 ? -(unsigned int)n : (unsigned int)n;                            \
        type result = left % 2 ? x : 1;                                                            \
        while (left /= 2) {                                                                        \
            x *= x;                                                                                \
            if (left % 2)                                                                          \
                result *= x;                                                                       \
        }                                                                                          \
        return n < 0 ? 1 / result : result;                                                        \
    }
POWER(double, df2)
POWER(float, sf2)

// ---- Products and quotients of complex halves --------------------------------------------------

float _Complex __mulsc3(float, float, float, float), __divsc3(float, float, float, float);

#define COMPLEX_HALF(name, wide)                                                                   \
    _Float16 _Complex name(_Float16 a, _Float16 b, _Float16 c, _Float16 d) {                       \
        float _Complex z = wide(a, b, c, d);                                                       \
        _Float16 _Complex result;                                                                  \
        __real__ result = (_Float16)__real__ z;                                                    \
        __imag__ result = (_Float16)__imag__ z;                                                    \
        return result;                                                                             \
    }
COMPLEX_HALF(__mulhc3, __mulsc3)
COMPLEX_HALF(__divhc3, __divsc3)
