// combine.h - what reductions over lanes do with two values, on all targets.
//
// A value is the bits of a number. `how` is offload_lanes.h's: the operation times four and the
// kind of type, above 8 bits that are not used here.

enum { ADD, MIN, MAX, AND, OR, XOR }; // offload_lanes.h's enum __offloadcc_reduction
enum { SIGNED, UNSIGNED, NUMBER };    // kinds of types; the last is floating-point

static inline unsigned int operation_of(unsigned int how) {
    return how >> 10;
}
static inline unsigned int kind_of(unsigned int how) {
    return how >> 8 & 3;
}

// combine32 and combine64.
#define DEFINE_COMBINE(bits, signed_type, unsigned_type, number_type)                              \
    static inline unsigned_type combine##bits(unsigned_type a, unsigned_type b,                    \
                                              unsigned int how) {                                  \
        union {                                                                                    \
            unsigned_type whole;                                                                   \
            number_type number;                                                                    \
        } left = {a}, right = {b};                                                                 \
        switch (operation_of(how)) {                                                               \
        case AND:                                                                                  \
            return a & b;                                                                          \
        case OR:                                                                                   \
            return a | b;                                                                          \
        case XOR:                                                                                  \
            return a ^ b;                                                                          \
        case ADD:                                                                                  \
            if (kind_of(how) != NUMBER)                                                            \
                return a + b;                                                                      \
            left.number += right.number;                                                           \
            return left.whole;                                                                     \
        default:;                                                                                  \
        }                                                                                          \
        _Bool less = kind_of(how) == NUMBER   ? left.number < right.number                         \
                     : kind_of(how) == SIGNED ? (signed_type)a < (signed_type)b                    \
                                              : a < b;                                             \
        return (operation_of(how) == MIN) == less ? a : b;                                         \
    }
DEFINE_COMBINE(32, int, unsigned int, float)
DEFINE_COMBINE(64, long, unsigned long, double)
