#include "decode.h"
#include "lane-flags.h"
#include "vector.h"

// ---- Plain and saturating results --------------------------------------------------------------

// An operation of one, two or three numbers; what overflows is lost.
#define INTEGER_OF(type, member, name, expression, kept)                                           \
    static void name(void *argument) {                                                             \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        for (unsigned l = 0; l < lanes; l++) {                                                     \
            type a = at->in[0].member[l], b = at->in[1].member[l], c = at->in[2].member[l];        \
            (void)a, (void)b, (void)c;                                                             \
            at->out.u32[l] = (uint32_t)(expression) & (kept);                                      \
        }                                                                                          \
    }
#define U32(name, expression) INTEGER_OF(uint32_t, u32, name, expression, UINT32_MAX)
#define U16(name, expression) INTEGER_OF(uint32_t, u32, name, expression, UINT16_MAX)
#define I16(name, expression) INTEGER_OF(int32_t, i32, name, expression, UINT16_MAX)

// An operation with `clamp`: the exact result, which fits into 64 bits, becomes the nearest one
// between `low` and `high`. Operands are 64-bit numbers of a member of union lanes.
#define SATURATING(name, member, low, high, expression)                                            \
    static void name(void *argument) {                                                             \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        bool clamp = at->instruction->modifiers.clamp;                                             \
        for (unsigned l = 0; l < lanes; l++) {                                                     \
            int64_t a = at->in[0].member[l], b = at->in[1].member[l], c = at->in[2].member[l];     \
            (void)a, (void)b, (void)c;                                                             \
            int64_t exact = (expression);                                                          \
            if (clamp)                                                                             \
                exact = exact < low ? low : exact > high ? high : exact;                           \
            at->out.u32[l] = (uint32_t)exact & ((high) <= UINT16_MAX ? UINT16_MAX : UINT32_MAX);   \
        }                                                                                          \
    }
#define SATURATING_U32(name, expression) SATURATING(name, u32, 0, UINT32_MAX, expression)
#define SATURATING_I32(name, expression) SATURATING(name, i32, INT32_MIN, INT32_MAX, expression)
#define SATURATING_U16(name, expression) SATURATING(name, u32, 0, UINT16_MAX, expression)
#define SATURATING_I16(name, expression) SATURATING(name, i32, INT16_MIN, INT16_MAX, expression)

// ---- Sums --------------------------------------------------------------------------------------

SATURATING_U32(add_u32, a + b)
SATURATING_U32(sub_u32, a - b)
SATURATING_U32(subrev_u32, b - a)
SATURATING_I32(add_i32, a + b)
SATURATING_I32(sub_i32, a - b)
SATURATING_U16(add_u16, a + b)
SATURATING_U16(sub_u16, a - b)
SATURATING_U16(subrev_u16, b - a)
SATURATING_I16(add_i16, a + b)
SATURATING_I16(sub_i16, a - b)

// A sum with a mask of what is carried (or borrowed) out of it, and perhaps one of what comes in.
#define CARRYING(name, expression)                                                                 \
    static void name(void *argument) {                                                             \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        bool clamp = at->instruction->modifiers.clamp;                                             \
        uint64_t carries = at->mask_in;                                                            \
        uint8_t flags[MAX_LANES];                                                                  \
        for (unsigned l = 0; l < lanes; l++) {                                                     \
            int64_t a = at->in[0].u32[l], b = at->in[1].u32[l], carry = carries >> l & 1;          \
            (void)carry;                                                                           \
            int64_t exact = (expression);                                                          \
            flags[l] = exact < 0 || exact > UINT32_MAX;                                            \
            if (clamp)                                                                             \
                exact = exact < 0 ? 0 : exact > UINT32_MAX ? UINT32_MAX : exact;                   \
            at->out.u32[l] = (uint32_t)exact;                                                      \
        }                                                                                          \
        at->mask_out = mask_of_flags(flags, lanes);                                                \
    }
CARRYING(add_co, a + b)
CARRYING(sub_co, a - b)
CARRYING(subrev_co, b - a)
CARRYING(add_co_ci, a + b + carry)
CARRYING(sub_co_ci, a - b - carry)
CARRYING(subrev_co_ci, b - a - carry)

U32(add3, a + b + c)
U32(lshl_add, (a << (b & 31)) + c)
U32(add_lshl, (a + b) << (c & 31))
U32(xad, (a ^ b) + c)
VECTOR(lshl_add_u64, (at->in[0].u64[l] << (at->in[1].u32[l] & 7)) + at->in[2].u64[l], u64)

// ---- Products ----------------------------------------------------------------------------------

#define LOW_24(value) ((int64_t)((value) & 0xFFFFFF))
#define SIGNED_24(value) ((int64_t)((int32_t)((uint32_t)(value) << 8) >> 8))

U32(mul_lo_u32, (a * b))
U32(mul_hi_u32, (uint32_t)((uint64_t)a * b >> 32))
U32(mul_hi_i32, (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32))
SATURATING_U32(mul_u32_u24, LOW_24(a) * LOW_24(b))
SATURATING_I32(mul_i32_i24, SIGNED_24(a) * SIGNED_24(b))
U32(mul_hi_u32_u24, (uint32_t)(LOW_24(a) * LOW_24(b) >> 32))
U32(mul_hi_i32_i24, (uint32_t)(SIGNED_24(a) * SIGNED_24(b) >> 32))
SATURATING_U16(mul_lo_u16, (a * b))
SATURATING_U32(mad_u32_u24, LOW_24(a) * LOW_24(b) + c)
SATURATING_I32(mad_i32_i24, SIGNED_24(a) * SIGNED_24(b) + c)
SATURATING_U16(mad_u16, c + a * b)
SATURATING_I16(mad_i16, c + a * b)
SATURATING_U32(mad_u32_u16, c + a * b)
SATURATING_I32(mad_i32_i16, c + a * b)

static void mad_u64_u32(void *argument) {
    struct vector *at = argument;
    const unsigned lanes = LANES_OF(at);
    bool clamp = at->instruction->modifiers.clamp;
    uint8_t flags[MAX_LANES];
    for (unsigned l = 0; l < lanes; l++) {
        uint64_t product = (uint64_t)at->in[0].u32[l] * at->in[1].u32[l];
        uint64_t sum = product + at->in[2].u64[l];
        flags[l] = sum < product;
        at->out.u64[l] = clamp && sum < product ? UINT64_MAX : sum;
    }
    at->mask_out = mask_of_flags(flags, lanes);
}

// The mask is bit 64 of the exact result, its sign.
static void mad_i64_i32(void *argument) {
    struct vector *at = argument;
    const unsigned lanes = LANES_OF(at);
    bool clamp = at->instruction->modifiers.clamp;
    uint8_t flags[MAX_LANES];
    for (unsigned l = 0; l < lanes; l++) {
        int64_t product = (int64_t)at->in[0].i32[l] * at->in[1].i32[l], sum;
        bool overflows = __builtin_add_overflow(product, at->in[2].i64[l], &sum);
        flags[l] = (sum < 0) != overflows;
        if (clamp && overflows)
            sum = flags[l] ? INT64_MIN : INT64_MAX;
        at->out.i64[l] = sum;
    }
    at->mask_out = mask_of_flags(flags, lanes);
}

// ---- Products of vectors in a register ---------------------------------------------------------

// The sum of the products of `bits` wide elements, whose signs neither, one or both of the operands
// have.
static inline int64_t dot(uint32_t a, uint32_t b, unsigned bits, bool a_signed, bool b_signed) {
    int64_t sum = 0;
    for (unsigned first = 0; first < 32; first += bits) {
        uint32_t top_a = a << (32 - bits - first), top_b = b << (32 - bits - first);
        int64_t x = a_signed ? (int32_t)top_a >> (32 - bits) : (int64_t)(top_a >> (32 - bits));
        int64_t y = b_signed ? (int32_t)top_b >> (32 - bits) : (int64_t)(top_b >> (32 - bits));
        sum += x * y;
    }
    return sum;
}

SATURATING_I32(dot4_i32_i8, dot((uint32_t)a, (uint32_t)b, 8, true, true) + c)
SATURATING_U32(dot4_u32_u8, dot((uint32_t)a, (uint32_t)b, 8, false, false) + c)
SATURATING_I32(dot8_i32_i4, dot((uint32_t)a, (uint32_t)b, 4, true, true) + c)
SATURATING_U32(dot8_u32_u4, dot((uint32_t)a, (uint32_t)b, 4, false, false) + c)
SATURATING_I32(dot2c_i32_i16, dot((uint32_t)a, (uint32_t)b, 16, true, true) + c)

// neg_lo says which operands have signs.
#define IS_SIGNED(i) (at->instruction->modifiers.neg_lo >> (i) & 1)
SATURATING_I32(dot4_i32_iu8, dot((uint32_t)a, (uint32_t)b, 8, IS_SIGNED(0), IS_SIGNED(1)) + c)
SATURATING_I32(dot8_i32_iu4, dot((uint32_t)a, (uint32_t)b, 4, IS_SIGNED(0), IS_SIGNED(1)) + c)

// The two halves of an operand, each of which op_sel and op_sel_hi may take from either.
static inline uint32_t halves(const struct vector *at, uint32_t value, unsigned operand) {
    const struct modifiers *modifiers = &at->instruction->modifiers;
    uint32_t low = modifiers->op_sel >> operand & 1 ? value >> 16 : value & 0xFFFF;
    uint32_t high = modifiers->op_sel_hi >> operand & 1 ? value >> 16 : value & 0xFFFF;
    return low | high << 16;
}
#define HALVES_DOT(with_sign)                                                                      \
    dot(halves(at, (uint32_t)a, 0), halves(at, (uint32_t)b, 1), 16, with_sign, with_sign)
SATURATING_I32(dot2_i32_i16, HALVES_DOT(true) + c)
SATURATING_U32(dot2_u32_u16, HALVES_DOT(false) + c)

// ---- Sums of absolute differences --------------------------------------------------------------

static inline uint32_t distance(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

// Of bytes; where `masked`, only of those whose byte of b is not 0.
static inline uint32_t byte_distances(uint32_t a, uint32_t b, bool masked) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < 32; i += 8)
        if (!masked || b >> i & 0xFF)
            sum += distance(a >> i & 0xFF, b >> i & 0xFF);
    return sum;
}

#define DISTANCES(masked) (int64_t)byte_distances((uint32_t)a, (uint32_t)b, masked)
SATURATING_U32(sad_u8, DISTANCES(false) + c)
SATURATING_U32(sad_hi_u8, (DISTANCES(false) << 16) + c)
SATURATING_U32(msad_u8, DISTANCES(true) + c)
SATURATING_U32(sad_u16, (int64_t)distance(a & 0xFFFF, b & 0xFFFF) +
                            distance((uint32_t)a >> 16, (uint32_t)b >> 16) + c)
SATURATING_U32(sad_u32, (int64_t)distance((uint32_t)a, (uint32_t)b) + c)

// Four sums of 16 bits, for the four bytes at which b may begin in a.
static inline uint64_t four_distances(uint64_t a, uint32_t b, uint64_t sums, bool masked,
                                      bool clamp) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t sum =
            (uint32_t)(sums >> 16 * i & 0xFFFF) + byte_distances((uint32_t)(a >> 8 * i), b, masked);
        if (clamp && sum > UINT16_MAX)
            sum = UINT16_MAX;
        result |= (uint64_t)(sum & UINT16_MAX) << 16 * i;
    }
    return result;
}

#define FOUR_DISTANCES(masked)                                                                     \
    four_distances(at->in[0].u64[l], at->in[1].u32[l], at->in[2].u64[l], masked,                   \
                   at->instruction->modifiers.clamp)
VECTOR(qsad_pk, FOUR_DISTANCES(false), u64)
VECTOR(mqsad_pk, FOUR_DISTANCES(true), u64)

static uint32_t part_of(const struct wave *w, const struct operand *operand, unsigned part,
                        unsigned lane) {
    if (operand->kind == VECTOR)
        return w->vectors[operand->index + part][lane];
    return (uint32_t)(read_scalar(w, operand, T_B64) >> 32 * part);
}

// v_mqsad_u32_u8: sums of 32 bits. Its accumulator is wider than what run_vector reads.
static enum outcome run_mqsad_u32(struct wave *w, const struct instruction *in) {
    for (unsigned l = 0; l < w->lanes; l++) {
        if (!(wave_exec(w) >> l & 1))
            continue;
        uint64_t a =
            part_of(w, &in->operands[1], 0, l) | (uint64_t)part_of(w, &in->operands[1], 1, l) << 32;
        uint32_t b = part_of(w, &in->operands[2], 0, l), sums[4];
        for (unsigned i = 0; i < 4; i++) {
            uint64_t sum = (uint64_t)part_of(w, &in->operands[3], i, l) +
                           byte_distances((uint32_t)(a >> 8 * i), b, true);
            sums[i] = in->modifiers.clamp && sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
        }
        for (unsigned i = 0; i < 4; i++)
            w->vectors[in->operands[0].index + i][l] = sums[i];
    }
    return GO_ON;
}

// For each byte the mean of a and b, rounded up where bit 0 of c's byte is set.
static inline uint32_t byte_means(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i += 8)
        result |= ((a >> i & 0xFF) + (b >> i & 0xFF) + (c >> i & 1)) >> 1 << i;
    return result;
}
U32(lerp_u8, byte_means(a, b, c))

// ---- Bits --------------------------------------------------------------------------------------

U32(not_b32, ~a)
U32(and_b32, (a & b))
U32(or_b32, a | b)
U32(xor_b32, a ^ b)
U32(xnor_b32, ~(a ^ b))
U32(or3, a | b | c)
U32(xor3, a ^ b ^ c)
U32(and_or, (a & b) | c)
U32(lshl_or, a << (b & 31) | c)
U16(not_b16, ~a)

// bitop3's bit 4a + 2b + c is the result for bits a, b and c.
static inline uint32_t table_of_bits(uint8_t table, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}
U32(bitop3_b32, table_of_bits(at->instruction->modifiers.bitop, a, b, c))
U16(bitop3_b16, table_of_bits(at->instruction->modifiers.bitop, a, b, c))

U32(lshlrev_b32, b << (a & 31))
U32(lshrrev_b32, b >> (a & 31))
U32(ashrrev_i32, (uint32_t)((int32_t)b >> (a & 31)))
U16(lshlrev_b16, b << (a & 15))
U16(lshrrev_b16, b >> (a & 15))
I16(ashrrev_i16, b >> (a & 15))
VECTOR(lshlrev_b64, at->in[1].u64[l] << (at->in[0].u32[l] & 63), u64)
VECTOR(lshrrev_b64, at->in[1].u64[l] >> (at->in[0].u32[l] & 63), u64)
VECTOR(ashrrev_i64, at->in[1].i64[l] >> (at->in[0].u32[l] & 63), i64)

U32(alignbit, (uint32_t)(((uint64_t)a << 32 | b) >> (c & 31)))
U32(alignbyte, (uint32_t)(((uint64_t)a << 32 | b) >> 8 * (c & 3)))
U32(bfe_u32, (a >> (b & 31)) & ((1u << (c & 31)) - 1))
U32(bfi, (a & b) | (~a & c))
U32(bfm, ((1u << (a & 31)) - 1) << (b & 31))

static inline uint32_t signed_field(uint32_t value, unsigned first, unsigned width) {
    if (width == 0)
        return 0;
    uint32_t moved = (uint32_t)((int32_t)value >> first);
    return (uint32_t)((int32_t)(moved << (32 - width)) >> (32 - width));
}
U32(bfe_i32, signed_field(a, b & 31, c & 31))

// The byte that a selector of v_perm_b32 means: 0 to 7 one of b's and a's, 8 to 11 the sign of each
// second one of them, 12 zero, and above that all ones.
static inline uint32_t selected_byte(uint64_t bytes, unsigned selector) {
    if (selector < 8)
        return bytes >> 8 * selector & 0xFF;
    if (selector < 12)
        return bytes >> (16 * (selector - 8) + 15) & 1 ? 0xFF : 0;
    return selector == 12 ? 0 : 0xFF;
}
static inline uint32_t selected_bytes(uint32_t a, uint32_t b, uint32_t selectors) {
    uint64_t bytes = (uint64_t)a << 32 | b;
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i += 8)
        result |= selected_byte(bytes, selectors >> i & 0xFF) << i;
    return result;
}
U32(perm, selected_bytes(a, b, c))

static inline uint32_t ones(uint32_t value) {
    value -= value >> 1 & 0x55555555;
    value = (value & 0x33333333) + (value >> 2 & 0x33333333);
    return ((value + (value >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24;
}
static inline uint32_t lanes_below(unsigned lane) {
    return lane >= 32 ? UINT32_MAX : (1u << lane) - 1;
}
U32(bcnt, ones(a) + b)
U32(mbcnt_lo, ones(lanes_below(l) & a) + b)
U32(mbcnt_hi, (l < 32 ? 0 : ones(a & lanes_below(l - 32))) + b)

static inline uint32_t reversed(uint32_t value) {
    value = (value >> 1 & 0x55555555) | (value & 0x55555555) << 1;
    value = (value >> 2 & 0x33333333) | (value & 0x33333333) << 2;
    value = (value >> 4 & 0x0F0F0F0F) | (value & 0x0F0F0F0F) << 4;
    return __builtin_bswap32(value);
}
U32(bfrev, reversed(a))

// How many bits come before the first (the last, for ffbl) one that is set; for ffbh_i32, that
// differs from the sign. -1: there is none.
static inline uint32_t bits_before(uint32_t value) {
    return value ? (uint32_t)__builtin_clz(value) : UINT32_MAX;
}
U32(ffbh_u32, bits_before(a))
U32(ffbh_i32, bits_before(a ^ (uint32_t)((int32_t)a >> 31)))
U32(ffbl, a ? (uint32_t)__builtin_ctz(a) : UINT32_MAX)

// ---- Smaller and greater -----------------------------------------------------------------------

#define LESS(x, y) ((x) < (y) ? (x) : (y))
#define MORE(x, y) ((x) > (y) ? (x) : (y))
#define MIDDLE(x, y, z) MORE(LESS(x, y), LESS(MORE(x, y), z))

// Those of u32 serve for 16 bits, too.
#define ORDERED(suffix, type)                                                                      \
    U32(min_##suffix, (uint32_t)LESS((type)a, (type)b))                                            \
    U32(max_##suffix, (uint32_t)MORE((type)a, (type)b))                                            \
    U32(min3_##suffix, (uint32_t)LESS(LESS((type)a, (type)b), (type)c))                            \
    U32(max3_##suffix, (uint32_t)MORE(MORE((type)a, (type)b), (type)c))                            \
    U32(med3_##suffix, (uint32_t)MIDDLE((type)a, (type)b, (type)c))                                \
    U32(minmax_##suffix, (uint32_t)MORE(LESS((type)a, (type)b), (type)c))                          \
    U32(maxmin_##suffix, (uint32_t)LESS(MORE((type)a, (type)b), (type)c))
ORDERED(u32, uint32_t)
ORDERED(i32, int32_t)

I16(min_i16, LESS(a, b))
I16(max_i16, MORE(a, b))
I16(min3_i16, LESS(LESS(a, b), c))
I16(max3_i16, MORE(MORE(a, b), c))
I16(med3_i16, MIDDLE(a, b, c))
I16(minmax_i16, MORE(LESS(a, b), c))
I16(maxmin_i16, LESS(MORE(a, b), c))

// ---- Moves, a conversion ------------------------------------------------------------------------

U32(mov_b32, a)
VECTOR(mov_b64, at->in[0].u64[l], u64)
static void cndmask(void *argument) {
    struct vector *at = argument;
    const unsigned lanes = LANES_OF(at);
    uint64_t mask = at->mask_in;
    for (unsigned l = 0; l < lanes; l++)
        at->out.u32[l] = mask >> l & 1 ? at->in[1].u32[l] : at->in[0].u32[l];
}

// A signed number of 16 bits as the nearest one of 8 bits without a sign.
static inline uint32_t byte_near(uint32_t value) {
    int16_t number = (int16_t)value;
    return number < 0 ? 0 : number > UINT8_MAX ? UINT8_MAX : (uint32_t)number;
}
U32(sat_pk_u8_i16, byte_near(a) | byte_near(a >> 16) << 8)

const struct operation integer_operations[] = {
    // Sums.
    {"v_add_u32", "b32 = b32 b32", run_vector, add_u32, 0},
    {"v_add_nc_u32", "b32 = b32 b32", run_vector, add_u32, 0},
    {"v_sub_u32", "b32 = b32 b32", run_vector, sub_u32, 0},
    {"v_sub_nc_u32", "b32 = b32 b32", run_vector, sub_u32, 0},
    {"v_subrev_u32", "b32 = b32 b32", run_vector, subrev_u32, 0},
    {"v_subrev_nc_u32", "b32 = b32 b32", run_vector, subrev_u32, 0},
    {"v_add_i32", "i32 = i32 i32", run_vector, add_i32, 0},
    {"v_add_nc_i32", "i32 = i32 i32", run_vector, add_i32, 0},
    {"v_sub_i32", "i32 = i32 i32", run_vector, sub_i32, 0},
    {"v_sub_nc_i32", "i32 = i32 i32", run_vector, sub_i32, 0},
    {"v_add_u16", "b16 = b16 b16", run_vector, add_u16, 0},
    {"v_add_nc_u16", "b16 = b16 b16", run_vector, add_u16, 0},
    {"v_sub_u16", "b16 = b16 b16", run_vector, sub_u16, 0},
    {"v_sub_nc_u16", "b16 = b16 b16", run_vector, sub_u16, 0},
    {"v_subrev_u16", "b16 = b16 b16", run_vector, subrev_u16, 0},
    {"v_add_i16", "i16 = i16 i16", run_vector, add_i16, KEEPS_HIGH},
    {"v_add_nc_i16", "i16 = i16 i16", run_vector, add_i16, KEEPS_HIGH},
    {"v_sub_i16", "i16 = i16 i16", run_vector, sub_i16, KEEPS_HIGH},
    {"v_sub_nc_i16", "i16 = i16 i16", run_vector, sub_i16, KEEPS_HIGH},
    {"v_add_co_u32", "b32 mask = b32 b32", run_vector, add_co, 0},
    {"v_sub_co_u32", "b32 mask = b32 b32", run_vector, sub_co, 0},
    {"v_subrev_co_u32", "b32 mask = b32 b32", run_vector, subrev_co, 0},
    {"v_addc_co_u32", "b32 mask = b32 b32 mask", run_vector, add_co_ci, 0},
    {"v_add_co_ci_u32", "b32 mask = b32 b32 mask", run_vector, add_co_ci, 0},
    {"v_subb_co_u32", "b32 mask = b32 b32 mask", run_vector, sub_co_ci, 0},
    {"v_sub_co_ci_u32", "b32 mask = b32 b32 mask", run_vector, sub_co_ci, 0},
    {"v_subbrev_co_u32", "b32 mask = b32 b32 mask", run_vector, subrev_co_ci, 0},
    {"v_subrev_co_ci_u32", "b32 mask = b32 b32 mask", run_vector, subrev_co_ci, 0},
    {"v_add3_u32", "b32 = b32 b32 b32", run_vector, add3, 0},
    {"v_lshl_add_u32", "b32 = b32 b32 b32", run_vector, lshl_add, 0},
    {"v_add_lshl_u32", "b32 = b32 b32 b32", run_vector, add_lshl, 0},
    {"v_xad_u32", "b32 = b32 b32 b32", run_vector, xad, 0},
    {"v_lshl_add_u64", "b64 = b64 b32 b64", run_vector, lshl_add_u64, 0},
    // Products.
    {"v_mul_lo_u32", "b32 = b32 b32", run_vector, mul_lo_u32, 0},
    {"v_mul_lo_i32", "b32 = b32 b32", run_vector, mul_lo_u32, 0},
    {"v_mul_hi_u32", "b32 = b32 b32", run_vector, mul_hi_u32, 0},
    {"v_mul_hi_i32", "b32 = b32 b32", run_vector, mul_hi_i32, 0},
    {"v_mul_u32_u24", "b32 = b32 b32", run_vector, mul_u32_u24, 0},
    {"v_mul_i32_i24", "b32 = b32 b32", run_vector, mul_i32_i24, 0},
    {"v_mul_hi_u32_u24", "b32 = b32 b32", run_vector, mul_hi_u32_u24, 0},
    {"v_mul_hi_i32_i24", "b32 = b32 b32", run_vector, mul_hi_i32_i24, 0},
    {"v_mul_lo_u16", "b16 = b16 b16", run_vector, mul_lo_u16, 0},
    {"v_mad_u32_u24", "b32 = b32 b32 b32", run_vector, mad_u32_u24, 0},
    {"v_mad_i32_i24", "b32 = b32 b32 b32", run_vector, mad_i32_i24, 0},
    {"v_mad_u16", "b16 = b16 b16 b16", run_vector, mad_u16, KEEPS_HIGH},
    {"v_mad_legacy_u16", "b16 = b16 b16 b16", run_vector, mad_u16, 0},
    {"v_mad_i16", "i16 = i16 i16 i16", run_vector, mad_i16, KEEPS_HIGH},
    {"v_mad_legacy_i16", "i16 = i16 i16 i16", run_vector, mad_i16, 0},
    {"v_mad_u32_u16", "b32 = b16 b16 b32", run_vector, mad_u32_u16, 0},
    {"v_mad_i32_i16", "i32 = i16 i16 i32", run_vector, mad_i32_i16, 0},
    {"v_mad_u64_u32", "b64 mask = b32 b32 b64", run_vector, mad_u64_u32, 0},
    {"v_mad_co_u64_u32", "b64 mask = b32 b32 b64", run_vector, mad_u64_u32, 0},
    {"v_mad_i64_i32", "i64 mask = i32 i32 i64", run_vector, mad_i64_i32, 0},
    {"v_mad_co_i64_i32", "i64 mask = i32 i32 i64", run_vector, mad_i64_i32, 0},
    // Products of vectors.
    {"v_dot2_i32_i16", "b32 = b32 b32 b32", run_vector, dot2_i32_i16, 0},
    {"v_dot2_u32_u16", "b32 = b32 b32 b32", run_vector, dot2_u32_u16, 0},
    {"v_dot4_i32_i8", "b32 = b32 b32 b32", run_vector, dot4_i32_i8, 0},
    {"v_dot4_u32_u8", "b32 = b32 b32 b32", run_vector, dot4_u32_u8, 0},
    {"v_dot4_i32_iu8", "b32 = b32 b32 b32", run_vector, dot4_i32_iu8, 0},
    {"v_dot8_i32_i4", "b32 = b32 b32 b32", run_vector, dot8_i32_i4, 0},
    {"v_dot8_u32_u4", "b32 = b32 b32 b32", run_vector, dot8_u32_u4, 0},
    {"v_dot8_i32_iu4", "b32 = b32 b32 b32", run_vector, dot8_i32_iu4, 0},
    {"v_dot2c_i32_i16", "b32& = b32 b32", run_vector, dot2c_i32_i16, 0},
    {"v_dot4c_i32_i8", "b32& = b32 b32", run_vector, dot4_i32_i8, 0},
    {"v_dot8c_i32_i4", "b32& = b32 b32", run_vector, dot8_i32_i4, 0},
    // Absolute differences, means.
    {"v_sad_u8", "b32 = b32 b32 b32", run_vector, sad_u8, 0},
    {"v_sad_hi_u8", "b32 = b32 b32 b32", run_vector, sad_hi_u8, 0},
    {"v_sad_u16", "b32 = b32 b32 b32", run_vector, sad_u16, 0},
    {"v_sad_u32", "b32 = b32 b32 b32", run_vector, sad_u32, 0},
    {"v_msad_u8", "b32 = b32 b32 b32", run_vector, msad_u8, 0},
    {"v_lerp_u8", "b32 = b32 b32 b32", run_vector, lerp_u8, 0},
    {"v_qsad_pk_u16_u8", "b64 = b64 b32 b64", run_vector, qsad_pk, 0},
    {"v_mqsad_pk_u16_u8", "b64 = b64 b32 b64", run_vector, mqsad_pk, 0},
    {"v_mqsad_u32_u8", "b128 = b64 b32 b128", run_mqsad_u32, NULL, 0},
    // Bits.
    {"v_not_b32", "b32 = b32", run_vector, not_b32, 0},
    {"v_not_b16", "b16 = b16", run_vector, not_b16, 0},
    {"v_and_b32", "b32 = b32 b32", run_vector, and_b32, 0},
    {"v_and_b16", "b16 = b16 b16", run_vector, and_b32, 0},
    {"v_or_b32", "b32 = b32 b32", run_vector, or_b32, 0},
    {"v_or_b16", "b16 = b16 b16", run_vector, or_b32, 0},
    {"v_xor_b32", "b32 = b32 b32", run_vector, xor_b32, 0},
    {"v_xor_b16", "b16 = b16 b16", run_vector, xor_b32, 0},
    {"v_xnor_b32", "b32 = b32 b32", run_vector, xnor_b32, 0},
    {"v_or3_b32", "b32 = b32 b32 b32", run_vector, or3, 0},
    {"v_xor3_b32", "b32 = b32 b32 b32", run_vector, xor3, 0},
    {"v_and_or_b32", "b32 = b32 b32 b32", run_vector, and_or, 0},
    {"v_lshl_or_b32", "b32 = b32 b32 b32", run_vector, lshl_or, 0},
    {"v_bitop3_b32", "b32 = b32 b32 b32", run_vector, bitop3_b32, 0},
    {"v_bitop3_b16", "b16 = b16 b16 b16", run_vector, bitop3_b16, 0},
    {"v_lshlrev_b32", "b32 = b32 b32", run_vector, lshlrev_b32, 0},
    {"v_lshrrev_b32", "b32 = b32 b32", run_vector, lshrrev_b32, 0},
    {"v_ashrrev_i32", "b32 = b32 b32", run_vector, ashrrev_i32, 0},
    {"v_lshlrev_b16", "b16 = b16 b16", run_vector, lshlrev_b16, 0},
    {"v_lshrrev_b16", "b16 = b16 b16", run_vector, lshrrev_b16, 0},
    {"v_ashrrev_i16", "i16 = b16 i16", run_vector, ashrrev_i16, 0},
    {"v_lshlrev_b64", "b64 = b32 b64", run_vector, lshlrev_b64, 0},
    {"v_lshrrev_b64", "b64 = b32 b64", run_vector, lshrrev_b64, 0},
    {"v_ashrrev_i64", "i64 = b32 i64", run_vector, ashrrev_i64, 0},
    {"v_alignbit_b32", "b32 = b32 b32 b16", run_vector, alignbit, 0},
    {"v_alignbyte_b32", "b32 = b32 b32 b16", run_vector, alignbyte, 0},
    {"v_bfe_u32", "b32 = b32 b32 b32", run_vector, bfe_u32, 0},
    {"v_bfe_i32", "b32 = b32 b32 b32", run_vector, bfe_i32, 0},
    {"v_bfi_b32", "b32 = b32 b32 b32", run_vector, bfi, 0},
    {"v_bfm_b32", "b32 = b32 b32", run_vector, bfm, 0},
    {"v_perm_b32", "b32 = b32 b32 b32", run_vector, perm, 0},
    {"v_bcnt_u32_b32", "b32 = b32 b32", run_vector, bcnt, 0},
    {"v_mbcnt_lo_u32_b32", "b32 = b32 b32", run_vector, mbcnt_lo, 0},
    {"v_mbcnt_hi_u32_b32", "b32 = b32 b32", run_vector, mbcnt_hi, 0},
    {"v_bfrev_b32", "b32 = b32", run_vector, bfrev, 0},
    {"v_ffbh_u32", "b32 = b32", run_vector, ffbh_u32, 0},
    {"v_clz_i32_u32", "b32 = b32", run_vector, ffbh_u32, 0},
    {"v_ffbh_i32", "b32 = b32", run_vector, ffbh_i32, 0},
    {"v_cls_i32", "b32 = b32", run_vector, ffbh_i32, 0},
    {"v_ffbl_b32", "b32 = b32", run_vector, ffbl, 0},
    {"v_ctz_i32_b32", "b32 = b32", run_vector, ffbl, 0},
    // Smaller and greater.
    {"v_min_u32", "b32 = b32 b32", run_vector, min_u32, 0},
    {"v_min_i32", "b32 = b32 b32", run_vector, min_i32, 0},
    {"v_min_u16", "b16 = b16 b16", run_vector, min_u32, 0},
    {"v_min_i16", "i16 = i16 i16", run_vector, min_i16, 0},
    {"v_max_u32", "b32 = b32 b32", run_vector, max_u32, 0},
    {"v_max_i32", "b32 = b32 b32", run_vector, max_i32, 0},
    {"v_max_u16", "b16 = b16 b16", run_vector, max_u32, 0},
    {"v_max_i16", "i16 = i16 i16", run_vector, max_i16, 0},
    {"v_min3_u32", "b32 = b32 b32 b32", run_vector, min3_u32, 0},
    {"v_min3_i32", "b32 = b32 b32 b32", run_vector, min3_i32, 0},
    {"v_min3_u16", "b16 = b16 b16 b16", run_vector, min3_u32, KEEPS_HIGH},
    {"v_min3_i16", "i16 = i16 i16 i16", run_vector, min3_i16, KEEPS_HIGH},
    {"v_max3_u32", "b32 = b32 b32 b32", run_vector, max3_u32, 0},
    {"v_max3_i32", "b32 = b32 b32 b32", run_vector, max3_i32, 0},
    {"v_max3_u16", "b16 = b16 b16 b16", run_vector, max3_u32, KEEPS_HIGH},
    {"v_max3_i16", "i16 = i16 i16 i16", run_vector, max3_i16, KEEPS_HIGH},
    {"v_med3_u32", "b32 = b32 b32 b32", run_vector, med3_u32, 0},
    {"v_med3_i32", "b32 = b32 b32 b32", run_vector, med3_i32, 0},
    {"v_med3_u16", "b16 = b16 b16 b16", run_vector, med3_u32, KEEPS_HIGH},
    {"v_med3_i16", "i16 = i16 i16 i16", run_vector, med3_i16, KEEPS_HIGH},
    {"v_minmax_u32", "b32 = b32 b32 b32", run_vector, minmax_u32, 0},
    {"v_minmax_i32", "b32 = b32 b32 b32", run_vector, minmax_i32, 0},
    {"v_minmax_u16", "b16 = b16 b16 b16", run_vector, minmax_u32, 0},
    {"v_minmax_i16", "i16 = i16 i16 i16", run_vector, minmax_i16, 0},
    {"v_maxmin_u32", "b32 = b32 b32 b32", run_vector, maxmin_u32, 0},
    {"v_maxmin_i32", "b32 = b32 b32 b32", run_vector, maxmin_i32, 0},
    {"v_maxmin_u16", "b16 = b16 b16 b16", run_vector, maxmin_u32, 0},
    {"v_maxmin_i16", "i16 = i16 i16 i16", run_vector, maxmin_i16, 0},
    // Moves, a conversion.
    {"v_mov_b16", "b16 = b16", run_vector, mov_b32, 0},
    {"v_mov_b64", "b64 = b64", run_vector, mov_b64, 0},
    {"v_accvgpr_read_b32", "b32 = b32", run_vector, mov_b32, 0},
    {"v_accvgpr_write_b32", "b32 = b32", run_vector, mov_b32, 0},
    {"v_accvgpr_mov_b32", "b32 = b32", run_vector, mov_b32, 0},
    {"v_cndmask_b32", "b32 = b32 b32 mask?", run_vector, cndmask, 0},
    {"v_cndmask_b16", "b16 = b16 b16 mask?", run_vector, cndmask, 0},
    {"v_sat_pk_u8_i16", "b16 = b32", run_vector, sat_pk_u8_i16, 0},
    {0},
};
