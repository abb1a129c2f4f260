#include "decode.h"
#include "lane-flags.h"
#include "vector.h"

#include <math.h>

// ---- Tests -------------------------------------------------------------------------------------

// X(name, what a lane's flag is of its numbers a and b). The names that begin with 'n' are true
// where the numbers are unordered, too.
#define INTEGER_TESTS(X, type)                                                                     \
    X(type, f, 0)                                                                                  \
    X(type, lt, a < b)                                                                             \
    X(type, eq, a == b)                                                                            \
    X(type, le, a <= b)                                                                            \
    X(type, gt, a > b)                                                                             \
    X(type, ne, a != b)                                                                            \
    X(type, ge, a >= b)                                                                            \
    X(type, t, 1)

#define FLOAT_TESTS(X, type)                                                                       \
    X(type, f, 0)                                                                                  \
    X(type, lt, a < b)                                                                             \
    X(type, eq, a == b)                                                                            \
    X(type, le, a <= b)                                                                            \
    X(type, gt, a > b)                                                                             \
    X(type, lg, a<b || a> b)                                                                       \
    X(type, ge, a >= b)                                                                            \
    X(type, o, !isunordered(a, b))                                                                 \
    X(type, u, isunordered(a, b))                                                                  \
    X(type, nge, !(a >= b))                                                                        \
    X(type, nlg, !(a < b || a > b))                                                                \
    X(type, ngt, !(a > b))                                                                         \
    X(type, nle, !(a <= b))                                                                        \
    X(type, neq, !(a == b))                                                                        \
    X(type, nlt, !(a < b))                                                                         \
    X(type, t, 1)                                                                                  \
    X(type, tru, 1)

// ---- Numbers -----------------------------------------------------------------------------------

// Whether MODE makes zeros of operands that are denormal. It has 2 bits for single precision and 2
// for the others; the lower one of them lets operands be denormal.
static bool flushes_f32(const struct vector *at) {
    return !(at->mode >> 4 & 1);
}

static bool flushes_f64(const struct vector *at) {
    return !(at->mode >> 6 & 1);
}

#define COMPARE_INTEGERS(type, name, number, member, test)                                         \
    static void name##_##type(void *argument) {                                                    \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        uint8_t flags[MAX_LANES];                                                                  \
        for (unsigned l = 0; l < lanes; l++) {                                                     \
            number a = at->in[0].member[l], b = at->in[1].member[l];                               \
            (void)a, (void)b;                                                                      \
            flags[l] = (test);                                                                     \
        }                                                                                          \
        at->mask_out = mask_of_flags(flags, lanes);                                                \
    }
#define COMPARE_U32(type, name, test) COMPARE_INTEGERS(type, name, uint32_t, u32, test)
#define COMPARE_I32(type, name, test) COMPARE_INTEGERS(type, name, int32_t, i32, test)
#define COMPARE_U64(type, name, test) COMPARE_INTEGERS(type, name, uint64_t, u64, test)
#define COMPARE_I64(type, name, test) COMPARE_INTEGERS(type, name, int64_t, i64, test)

// The mask of a comparison after denormal numbers, those below `normal`, became zeros.
#define COMPARE_FLOATS(type, name, number, flushing, normal, test)                                 \
    static void name##_##type(void *argument) {                                                    \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        const bool flushes = flushing(at);                                                         \
        uint8_t flags[MAX_LANES];                                                                  \
        for (unsigned l = 0; l < lanes; l++) {                                                     \
            number a = at->in[0].type[l], b = at->in[1].type[l];                                   \
            a = flushes && a > -normal && a < normal ? 0 : a;                                      \
            b = flushes && b > -normal && b < normal ? 0 : b;                                      \
            flags[l] = (test);                                                                     \
        }                                                                                          \
        at->mask_out = mask_of_flags(flags, lanes);                                                \
    }
#define COMPARE_F16(type, name, test) COMPARE_FLOATS(type, name, float, flushes_f64, 0x1p-14f, test)
#define COMPARE_F32(type, name, test)                                                              \
    COMPARE_FLOATS(type, name, float, flushes_f32, 0x1p-126f, test)
#define COMPARE_F64(type, name, test)                                                              \
    COMPARE_FLOATS(type, name, double, flushes_f64, 0x1p-1022, test)

INTEGER_TESTS(COMPARE_U32, u16)
INTEGER_TESTS(COMPARE_I32, i16)
INTEGER_TESTS(COMPARE_U32, u32)
INTEGER_TESTS(COMPARE_I32, i32)
INTEGER_TESTS(COMPARE_U64, u64)
INTEGER_TESTS(COMPARE_I64, i64)
FLOAT_TESTS(COMPARE_F16, f16)
FLOAT_TESTS(COMPARE_F32, f32)
FLOAT_TESTS(COMPARE_F64, f64)

// ---- Classes -----------------------------------------------------------------------------------

enum class {
    SIGNALING_NAN,
    QUIET_NAN,
    NEGATIVE_INFINITY,
    NEGATIVE_NORMAL,
    NEGATIVE_DENORMAL,
    NEGATIVE_ZERO,
    POSITIVE_ZERO,
    POSITIVE_DENORMAL,
    POSITIVE_NORMAL,
    POSITIVE_INFINITY,
};

// The class of a number whose fraction has so many bits; the sign is the bit before the exponent.
static inline enum class class_of(uint64_t bits, unsigned fraction_bits, unsigned exponent_bits) {
    uint64_t fraction = bits & ((1ull << fraction_bits) - 1), last = (1ull << exponent_bits) - 1;
    uint64_t exponent = bits >> fraction_bits & last;
    bool negative = bits >> (fraction_bits + exponent_bits) & 1;
    if (exponent == last && fraction)
        return fraction >> (fraction_bits - 1) ? QUIET_NAN : SIGNALING_NAN;
    if (exponent == last)
        return negative ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
    if (exponent)
        return negative ? NEGATIVE_NORMAL : POSITIVE_NORMAL;
    if (fraction)
        return negative ? NEGATIVE_DENORMAL : POSITIVE_DENORMAL;
    return negative ? NEGATIVE_ZERO : POSITIVE_ZERO;
}

// The second operand has a bit for each class.
#define IN_CLASSES(type, bits, fraction_bits, exponent_bits)                                       \
    static void class_##type(void *argument) {                                                     \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        uint8_t flags[MAX_LANES];                                                                  \
        for (unsigned l = 0; l < lanes; l++) {                                                     \
            bits number;                                                                           \
            memcpy(&number, &at->in[0].type[l], sizeof number);                                    \
            flags[l] = at->in[1].u32[l] >> class_of(number, fraction_bits, exponent_bits) & 1;     \
        }                                                                                          \
        at->mask_out = mask_of_flags(flags, lanes);                                                \
    }
IN_CLASSES(f16, uint16_t, 10, 5)
IN_CLASSES(f32, uint32_t, 23, 8)
IN_CLASSES(f64, uint64_t, 52, 11)

// ---- The table ---------------------------------------------------------------------------------

#define FORM_u16 "b16 b16"
#define FORM_i16 "i16 i16"
#define FORM_u32 "b32 b32"
#define FORM_i32 "i32 i32"
#define FORM_u64 "b64 b64"
#define FORM_i64 "i64 i64"
#define FORM_f16 "f16 f16"
#define FORM_f32 "f32 f32"
#define FORM_f64 "f64 f64"

#define ROWS(type, name, form)                                                                     \
    {"v_cmp_" #name "_" #type, "mask = " form, run_compare, name##_##type, 0},                     \
        {"v_cmpx_" #name "_" #type, "mask? = " form, run_compare_exec, name##_##type, 0},
#define TEST_ROWS(type, name, test) ROWS(type, name, FORM_##type)

const struct operation compare_operations[] = {
    // clang-format off
    INTEGER_TESTS(TEST_ROWS, u16)
    INTEGER_TESTS(TEST_ROWS, i16)
    INTEGER_TESTS(TEST_ROWS, u32)
    INTEGER_TESTS(TEST_ROWS, i32)
    INTEGER_TESTS(TEST_ROWS, u64)
    INTEGER_TESTS(TEST_ROWS, i64)
    FLOAT_TESTS(TEST_ROWS, f16)
    FLOAT_TESTS(TEST_ROWS, f32)
    FLOAT_TESTS(TEST_ROWS, f64)
    ROWS(f16, class, "f16 b16")
    ROWS(f32, class, "f32 b32")
    ROWS(f64, class, "f64 b32")
    {0},
    // clang-format on
};
