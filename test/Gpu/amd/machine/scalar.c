#include "scalar.h"

#include "decode.h"
#include "machine-state.h"

enum outcome run_scalar(struct wave *w, const struct instruction *in) {
    struct scalar at = {.scc = w->scc, .wave = w, .instruction = in};
    unsigned k = 0;
    for (unsigned i = in->written_count; i < in->operand_count; i++)
        at.in[k++] = read_scalar(w, &in->operands[i], in->types[i]);
    for (unsigned i = 0; i < in->written_count; i++)
        if (in->also_read[i])
            at.in[k++] = read_scalar(w, &in->operands[i], in->types[i]);
    in->operation->evaluate(&at);
    if (in->written_count && !at.is_skipped)
        write_scalar(w, &in->operands[0], at.out);
    w->scc = at.scc;
    return GO_ON;
}

#define BINARY32(name, result) SCALAR(name, (uint32_t)(result), (uint32_t)at->out != 0)
#define BINARY64(name, result) SCALAR(name, result, at->out != 0)
#define KEEPS_SCC at->scc

// ---- Arithmetic --------------------------------------------------------------------------------

static bool overflows_add(uint64_t a, uint64_t b) {
    int32_t sum;
    return __builtin_add_overflow((int32_t)a, (int32_t)b, &sum);
}

static bool overflows_sub(uint64_t a, uint64_t b) {
    int32_t difference;
    return __builtin_sub_overflow((int32_t)a, (int32_t)b, &difference);
}

SCALAR(add_u32, (uint32_t)(a + b), ((uint32_t)a + (uint64_t)(uint32_t)b) >> 32 != 0)
SCALAR(sub_u32, (uint32_t)(a - b), (uint32_t)b > (uint32_t)a)
SCALAR(add_i32, (uint32_t)(a + b), overflows_add(a, b))
SCALAR(sub_i32, (uint32_t)(a - b), overflows_sub(a, b))
SCALAR(add64, a + b, KEEPS_SCC)
SCALAR(sub64, a - b, KEEPS_SCC)
SCALAR(mul64, a *b, KEEPS_SCC)
SCALAR(mul_i32, (uint32_t)(a * b), KEEPS_SCC)
SCALAR(mul_hi_u32, (uint64_t)(uint32_t)a *(uint32_t)b >> 32, KEEPS_SCC)
SCALAR(mul_hi_i32, (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32), KEEPS_SCC)
SCALAR(abs_i32, (uint32_t)((int32_t)a < 0 ? -a : a), (uint32_t)at->out != 0)
SCALAR(absdiff_i32, (uint32_t)((int32_t)a > (int32_t)b ? a - b : b - a), (uint32_t)at->out != 0)
SCALAR(min_i32, (int32_t)a < (int32_t)b ? (uint32_t)a : (uint32_t)b, (int32_t)a < (int32_t)b)
SCALAR(max_i32, (int32_t)a > (int32_t)b ? (uint32_t)a : (uint32_t)b, (int32_t)a > (int32_t)b)
SCALAR(min_u32, (uint32_t)a < (uint32_t)b ? a : b, (uint32_t)a < (uint32_t)b)
SCALAR(max_u32, (uint32_t)a > (uint32_t)b ? a : b, (uint32_t)a > (uint32_t)b)

static void addc_u32(void *argument) {
    struct scalar *at = argument;
    uint64_t sum = (uint64_t)(uint32_t)at->in[0] + (uint32_t)at->in[1] + at->scc;
    at->out = (uint32_t)sum;
    at->scc = sum >> 32;
}

static void subb_u32(void *argument) {
    struct scalar *at = argument;
    uint64_t a = (uint32_t)at->in[0], b = (uint64_t)(uint32_t)at->in[1] + at->scc;
    at->out = (uint32_t)(a - b);
    at->scc = b > a;
}

#define SHIFT_ADD(n) SCALAR(lshl##n##_add_u32, (uint32_t)((a << n) + b), ((a << n) + b) >> 32 != 0)
SHIFT_ADD(1)
SHIFT_ADD(2)
SHIFT_ADD(3)
SHIFT_ADD(4)

// ---- Bits --------------------------------------------------------------------------------------

BINARY64(and64, a &b)
BINARY64(or64, a | b)
BINARY64(xor64, a ^ b)
BINARY64(andn2_64, a & ~b)
BINARY64(orn2_64, a | ~b)
BINARY64(nand64, ~(a &b))
BINARY64(nor64, ~(a | b))
BINARY64(xnor64, ~(a ^ b))
BINARY64(not64, ~a)
BINARY32(and32, a &b)
BINARY32(or32, a | b)
BINARY32(xor32, a ^ b)
BINARY32(andn2_32, a & ~b)
BINARY32(orn2_32, a | ~b)
BINARY32(nand32, ~(a &b))
BINARY32(nor32, ~(a | b))
BINARY32(xnor32, ~(a ^ b))
BINARY32(not32, ~a)
BINARY32(lshl32, a << (b & 31))
BINARY32(lshr32, (uint32_t)a >> (b & 31))
BINARY32(ashr32, (int32_t)a >> (b & 31))
BINARY64(lshl64, a << (b & 63))
BINARY64(lshr64, a >> (b & 63))
BINARY64(ashr64, (int64_t)a >> (b & 63))
BINARY32(bcnt0_32, 32 - __builtin_popcount((uint32_t)a))
BINARY32(bcnt1_32, __builtin_popcount((uint32_t)a))
BINARY32(bcnt0_64, 64 - __builtin_popcountll(a))
BINARY32(bcnt1_64, __builtin_popcountll(a))

static uint64_t ones(unsigned bits) {
    return bits >= 64 ? UINT64_MAX : (1ull << bits) - 1;
}

static uint64_t field(uint64_t value, unsigned bits, uint64_t place, bool is_signed) {
    unsigned first = place & (bits - 1), width = place >> 16 & 0x7F;
    if (!width)
        return 0;
    if (first + width > bits)
        width = bits - first;
    value = value >> first & ones(width);
    return is_signed && value >> (width - 1) & 1 ? value | ~ones(width) : value;
}

BINARY32(bfe_u32, field((uint32_t)a, 32, b, false))
BINARY32(bfe_i32, field((uint32_t)a, 32, b, true))
BINARY64(bfe_u64, field(a, 64, b, false))
BINARY64(bfe_i64, field(a, 64, b, true))
SCALAR(bfm32, (uint32_t)(ones(a & 31) << (b & 31)), KEEPS_SCC)
SCALAR(bfm64, ones(a & 63) << (b & 63), KEEPS_SCC)

static uint64_t reversed(uint64_t value, unsigned bits) {
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++)
        result |= (value >> i & 1) << (bits - 1 - i);
    return result;
}

// The number of zeros (or of copies of the sign) before another bit, from the highest; -1: there is
// none.
static uint32_t leading(uint64_t value, unsigned bits, bool of_sign) {
    bool first = of_sign ? value >> (bits - 1) & 1 : 0;
    for (unsigned i = 0; i < bits; i++)
        if ((value >> (bits - 1 - i) & 1) != first)
            return i;
    return UINT32_MAX;
}

static uint32_t trailing(uint64_t value, unsigned bits, bool of) {
    for (unsigned i = 0; i < bits; i++)
        if ((value >> i & 1) == of)
            return i;
    return UINT32_MAX;
}

SCALAR(brev32, reversed(a, 32), KEEPS_SCC)
SCALAR(brev64, reversed(a, 64), KEEPS_SCC)
SCALAR(flbit32, leading(a, 32, false), KEEPS_SCC)
SCALAR(flbit64, leading(a, 64, false), KEEPS_SCC)
SCALAR(flbit_i32, leading(a, 32, true), KEEPS_SCC)
SCALAR(flbit_i64, leading(a, 64, true), KEEPS_SCC)
SCALAR(ff0_32, trailing(a, 32, false), KEEPS_SCC)
SCALAR(ff0_64, trailing(a, 64, false), KEEPS_SCC)
SCALAR(ff1_32, trailing(a, 32, true), KEEPS_SCC)
SCALAR(ff1_64, trailing(a, 64, true), KEEPS_SCC)
// The written operand is read last.
SCALAR(bitset0_32, (uint32_t)(b & ~(1ull << (a & 31))), KEEPS_SCC)
SCALAR(bitset1_32, (uint32_t)(b | 1ull << (a & 31)), KEEPS_SCC)
SCALAR(bitset0_64, b & ~(1ull << (a & 63)), KEEPS_SCC)
SCALAR(bitset1_64, b | 1ull << (a & 63), KEEPS_SCC)

static uint64_t quads(uint64_t value, unsigned lanes) {
    uint64_t result = 0;
    for (unsigned i = 0; i < lanes; i += 4)
        if (value >> i & 0xF)
            result |= 0xFull << i;
    return result;
}

static uint64_t quad_mask(uint64_t value, unsigned lanes) {
    uint64_t result = 0;
    for (unsigned i = 0; i < lanes; i += 4)
        if (value >> i & 0xF)
            result |= 1ull << i / 4;
    return result;
}

BINARY32(wqm32, quads((uint32_t)a, 32))
BINARY64(wqm64, quads(a, 64))
BINARY32(quadmask32, quad_mask((uint32_t)a, 32))
BINARY64(quadmask64, quad_mask(a, 64))

static uint64_t doubled(uint64_t value) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        if (value >> i & 1)
            result |= 3ull << 2 * i;
    return result;
}

SCALAR(bitreplicate, doubled((uint32_t)a), KEEPS_SCC)

// ---- Moves -------------------------------------------------------------------------------------

SCALAR(mov, a, KEEPS_SCC)
SCALAR(sext8, (uint32_t)(int8_t)a, KEEPS_SCC)
SCALAR(sext16, (uint32_t)(int16_t)a, KEEPS_SCC)
SCALAR(cselect, at->scc ? a : b, KEEPS_SCC)
SCALAR(pack_ll, (a & 0xFFFF) | (b & 0xFFFF) << 16, KEEPS_SCC)
SCALAR(pack_lh, (a & 0xFFFF) | (b & 0xFFFF0000), KEEPS_SCC)
SCALAR(pack_hh, (a >> 16 & 0xFFFF) | (b & 0xFFFF0000), KEEPS_SCC)
SCALAR(pack_hl, (a >> 16 & 0xFFFF) | (b & 0xFFFF) << 16, KEEPS_SCC)

static void cmov(void *argument) {
    struct scalar *at = argument;
    at->is_skipped = !at->scc;
    at->out = at->in[0];
}

// What s_cmovk, s_movk, s_addk and s_mulk have is an integer of 16 bits.
static uint64_t of_16(const struct scalar *at) {
    return (uint64_t)(int64_t)(int16_t)at->instruction->operands[at->instruction->operand_count - 1]
        .value;
}

static void movk(void *argument) {
    struct scalar *at = argument;
    at->out = (uint32_t)of_16(at);
}

static void cmovk(void *argument) {
    struct scalar *at = argument;
    at->is_skipped = !at->scc;
    at->out = (uint32_t)of_16(at);
}

static void addk(void *argument) {
    struct scalar *at = argument;
    uint64_t old = at->in[1], k = of_16(at);
    at->out = (uint32_t)(old + k);
    at->scc = overflows_add(old, k);
}

static void mulk(void *argument) {
    struct scalar *at = argument;
    at->out = (uint32_t)(at->in[1] * of_16(at));
}

// ---- Comparisons -------------------------------------------------------------------------------

#define COMPARE(name, condition) SCALAR(cmp_##name, 0, condition)
COMPARE(eq_32, (uint32_t)a == (uint32_t)b)
COMPARE(lg_32, (uint32_t)a != (uint32_t)b)
COMPARE(gt_i32, (int32_t)a > (int32_t)b)
COMPARE(ge_i32, (int32_t)a >= (int32_t)b)
COMPARE(lt_i32, (int32_t)a < (int32_t)b)
COMPARE(le_i32, (int32_t)a <= (int32_t)b)
COMPARE(gt_u32, (uint32_t)a > (uint32_t)b)
COMPARE(ge_u32, (uint32_t)a >= (uint32_t)b)
COMPARE(lt_u32, (uint32_t)a < (uint32_t)b)
COMPARE(le_u32, (uint32_t)a <= (uint32_t)b)
COMPARE(eq_64, a == b)
COMPARE(lg_64, a != b)
COMPARE(bit0_32, !(a >> (b & 31) & 1))
COMPARE(bit1_32, a >> (b & 31) & 1)
COMPARE(bit0_64, !(a >> (b & 63) & 1))
COMPARE(bit1_64, a >> (b & 63) & 1)

// s_cmpk: signed numbers of 16 bits, or unsigned ones.
#define COMPARE_K(name, type, k, operator)                                                         \
    static void cmpk_##name(void *argument) {                                                      \
        struct scalar *at = argument;                                                              \
        at->scc = (type)at->in[0] operator(type)(k) at->in[1];                                     \
    }
COMPARE_K(eq_i, int32_t, int16_t, ==)
COMPARE_K(lg_i, int32_t, int16_t, !=)
COMPARE_K(gt_i, int32_t, int16_t, >)
COMPARE_K(ge_i, int32_t, int16_t, >=)
COMPARE_K(lt_i, int32_t, int16_t, <)
COMPARE_K(le_i, int32_t, int16_t, <=)
COMPARE_K(eq_u, uint32_t, uint16_t, ==)
COMPARE_K(lg_u, uint32_t, uint16_t, !=)
COMPARE_K(gt_u, uint32_t, uint16_t, >)
COMPARE_K(ge_u, uint32_t, uint16_t, >=)
COMPARE_K(lt_u, uint32_t, uint16_t, <)
COMPARE_K(le_u, uint32_t, uint16_t, <=)

// ---- EXEC --------------------------------------------------------------------------------------

enum saveexec {
    SAVE_AND,
    SAVE_OR,
    SAVE_XOR,
    SAVE_ANDN2,
    SAVE_ORN2,
    SAVE_NAND,
    SAVE_NOR,
    SAVE_XNOR,
    SAVE_ANDN1,
    SAVE_ORN1
};

// s_and_saveexec and its like: the operand gets EXEC, and EXEC what is computed. detail: the
// operator, and WRITES_NEW: the operand gets the new EXEC instead (s_andn1_wrexec).
enum { WRITES_NEW = 256 };

static enum outcome run_saveexec(struct wave *w, const struct instruction *in) {
    uint64_t exec = wave_exec(w), s = read_mask(w, &in->operands[1]), result = 0;
    uint64_t all = w->lanes == 64 ? UINT64_MAX : UINT32_MAX;
    const struct operand destination = {
        .kind = SCALAR, .index = S_EXEC, .registers = in->operands[0].registers};
    if (in->operands[0].kind == SCALAR && in->operands[0].registers != w->lanes / 32)
        wave_fault(w, "EXEC of a wave of %u lanes in %u bits", w->lanes,
                   32u * in->operands[0].registers);
    switch ((enum saveexec)(in->operation->detail & 0xFF)) {
    case SAVE_AND:
        result = s & exec;
        break;
    case SAVE_OR:
        result = s | exec;
        break;
    case SAVE_XOR:
        result = s ^ exec;
        break;
    case SAVE_ANDN2:
        result = s & ~exec;
        break;
    case SAVE_ORN2:
        result = s | ~exec;
        break;
    case SAVE_NAND:
        result = ~(s & exec);
        break;
    case SAVE_NOR:
        result = ~(s | exec);
        break;
    case SAVE_XNOR:
        result = ~(s ^ exec);
        break;
    case SAVE_ANDN1:
        result = ~s & exec;
        break;
    case SAVE_ORN1:
        result = ~s | exec;
        break;
    }
    result &= all;
    write_mask(w, &destination, result);
    write_mask(w, &in->operands[0], in->operation->detail & WRITES_NEW ? result : exec);
    w->scc = result != 0;
    return GO_ON;
}

#define BOTH(name, f32, f64)                                                                       \
    {"s_" name "_b32", "b32 = b32 b32", run_scalar, f32, 0},                                       \
        {"s_" name "_b64", "b64 = b64 b64", run_scalar, f64, 0}
#define ROW(name, form, function) {"s_" name, form, run_scalar, function, 0}
#define SAVEEXEC(name, detail)                                                                     \
    {"s_" name "_b32", "b32 = b32", run_saveexec, NULL, detail}, {                                 \
        "s_" name "_b64", "b64 = b64", run_saveexec, NULL, detail                                  \
    }

const struct operation scalar_operations[] = {
    ROW("add_u32", "b32 = b32 b32", add_u32),
    ROW("add_co_u32", "b32 = b32 b32", add_u32),
    ROW("sub_u32", "b32 = b32 b32", sub_u32),
    ROW("sub_co_u32", "b32 = b32 b32", sub_u32),
    ROW("add_i32", "b32 = b32 b32", add_i32),
    ROW("add_co_i32", "b32 = b32 b32", add_i32),
    ROW("sub_i32", "b32 = b32 b32", sub_i32),
    ROW("sub_co_i32", "b32 = b32 b32", sub_i32),
    ROW("addc_u32", "b32 = b32 b32", addc_u32),
    ROW("add_co_ci_u32", "b32 = b32 b32", addc_u32),
    ROW("subb_u32", "b32 = b32 b32", subb_u32),
    ROW("sub_co_ci_u32", "b32 = b32 b32", subb_u32),
    ROW("add_u64", "b64 = b64 b64", add64),
    ROW("sub_u64", "b64 = b64 b64", sub64),
    ROW("add_nc_u64", "i64 = i64 i64", add64),
    ROW("sub_nc_u64", "i64 = i64 i64", sub64),
    ROW("mul_u64", "i64 = i64 i64", mul64),
    ROW("mul_i32", "b32 = b32 b32", mul_i32),
    ROW("mul_hi_u32", "b32 = b32 b32", mul_hi_u32),
    ROW("mul_hi_i32", "b32 = b32 b32", mul_hi_i32),
    ROW("abs_i32", "b32 = b32", abs_i32),
    ROW("absdiff_i32", "b32 = b32 b32", absdiff_i32),
    ROW("min_i32", "b32 = b32 b32", min_i32),
    ROW("max_i32", "b32 = b32 b32", max_i32),
    ROW("min_u32", "b32 = b32 b32", min_u32),
    ROW("max_u32", "b32 = b32 b32", max_u32),
    ROW("lshl1_add_u32", "b32 = b32 b32", lshl1_add_u32),
    ROW("lshl2_add_u32", "b32 = b32 b32", lshl2_add_u32),
    ROW("lshl3_add_u32", "b32 = b32 b32", lshl3_add_u32),
    ROW("lshl4_add_u32", "b32 = b32 b32", lshl4_add_u32),
    BOTH("and", and32, and64),
    BOTH("or", or32, or64),
    BOTH("xor", xor32, xor64),
    BOTH("andn2", andn2_32, andn2_64),
    BOTH("and_not1", andn2_32, andn2_64),
    BOTH("orn2", orn2_32, orn2_64),
    BOTH("or_not1", orn2_32, orn2_64),
    BOTH("nand", nand32, nand64),
    BOTH("nor", nor32, nor64),
    BOTH("xnor", xnor32, xnor64),
    ROW("not_b32", "b32 = b32", not32),
    ROW("not_b64", "b64 = b64", not64),
    ROW("lshl_b32", "b32 = b32 b32", lshl32),
    ROW("lshr_b32", "b32 = b32 b32", lshr32),
    ROW("ashr_i32", "b32 = b32 b32", ashr32),
    ROW("lshl_b64", "b64 = b64 b32", lshl64),
    ROW("lshr_b64", "b64 = b64 b32", lshr64),
    ROW("ashr_i64", "i64 = i64 b32", ashr64),
    ROW("bcnt0_i32_b32", "b32 = b32", bcnt0_32),
    ROW("bcnt1_i32_b32", "b32 = b32", bcnt1_32),
    ROW("bcnt0_i32_b64", "b32 = b64", bcnt0_64),
    ROW("bcnt1_i32_b64", "b32 = b64", bcnt1_64),
    ROW("bfe_u32", "b32 = b32 b32", bfe_u32),
    ROW("bfe_i32", "b32 = b32 b32", bfe_i32),
    ROW("bfe_u64", "b64 = b64 b32", bfe_u64),
    ROW("bfe_i64", "b64 = b64 b32", bfe_i64),
    ROW("bfm_b32", "b32 = b32 b32", bfm32),
    ROW("bfm_b64", "b64 = b32 b32", bfm64),
    ROW("brev_b32", "b32 = b32", brev32),
    ROW("brev_b64", "b64 = b64", brev64),
    ROW("flbit_i32_b32", "b32 = b32", flbit32),
    ROW("clz_i32_u32", "b32 = b32", flbit32),
    ROW("flbit_i32_b64", "b32 = b64", flbit64),
    ROW("clz_i32_u64", "b32 = b64", flbit64),
    ROW("flbit_i32", "b32 = b32", flbit_i32),
    ROW("cls_i32", "b32 = b32", flbit_i32),
    ROW("flbit_i32_i64", "b32 = b64", flbit_i64),
    ROW("cls_i32_i64", "b32 = b64", flbit_i64),
    ROW("ff0_i32_b32", "b32 = b32", ff0_32),
    ROW("ff0_i32_b64", "b32 = b64", ff0_64),
    ROW("ff1_i32_b32", "b32 = b32", ff1_32),
    ROW("ctz_i32_b32", "b32 = b32", ff1_32),
    ROW("ff1_i32_b64", "b32 = b64", ff1_64),
    ROW("ctz_i32_b64", "b32 = b64", ff1_64),
    ROW("bitset0_b32", "b32& = b32", bitset0_32),
    ROW("bitset1_b32", "b32& = b32", bitset1_32),
    ROW("bitset0_b64", "b64& = b32", bitset0_64),
    ROW("bitset1_b64", "b64& = b32", bitset1_64),
    ROW("wqm_b32", "b32 = b32", wqm32),
    ROW("wqm_b64", "b64 = b64", wqm64),
    ROW("quadmask_b32", "b32 = b32", quadmask32),
    ROW("quadmask_b64", "b64 = b64", quadmask64),
    ROW("bitreplicate_b64_b32", "b64 = b32", bitreplicate),
    ROW("mov_b32", "b32 = b32", mov),
    ROW("mov_b64", "b64 = b64", mov),
    ROW("cmov_b32", "b32 = b32", cmov),
    ROW("cmov_b64", "b64 = b64", cmov),
    ROW("sext_i32_i8", "b32 = b32", sext8),
    ROW("sext_i32_i16", "b32 = b32", sext16),
    ROW("cselect_b32", "b32 = b32 b32", cselect),
    ROW("cselect_b64", "b64 = b64 b64", cselect),
    ROW("pack_ll_b32_b16", "b32 = b32 b32", pack_ll),
    ROW("pack_lh_b32_b16", "b32 = b32 b32", pack_lh),
    ROW("pack_hh_b32_b16", "b32 = b32 b32", pack_hh),
    ROW("pack_hl_b32_b16", "b32 = b32 b32", pack_hl),
    ROW("movk_i32", "b32 = b32", movk),
    ROW("cmovk_i32", "b32 = b32", cmovk),
    ROW("addk_i32", "b32& = b32", addk),
    ROW("addk_co_i32", "b32& = b32", addk),
    ROW("mulk_i32", "b32& = b32", mulk),
    ROW("cmp_eq_u32", "b32 b32", cmp_eq_32),
    ROW("cmp_eq_i32", "b32 b32", cmp_eq_32),
    ROW("cmp_lg_u32", "b32 b32", cmp_lg_32),
    ROW("cmp_lg_i32", "b32 b32", cmp_lg_32),
    ROW("cmp_gt_i32", "b32 b32", cmp_gt_i32),
    ROW("cmp_ge_i32", "b32 b32", cmp_ge_i32),
    ROW("cmp_lt_i32", "b32 b32", cmp_lt_i32),
    ROW("cmp_le_i32", "b32 b32", cmp_le_i32),
    ROW("cmp_gt_u32", "b32 b32", cmp_gt_u32),
    ROW("cmp_ge_u32", "b32 b32", cmp_ge_u32),
    ROW("cmp_lt_u32", "b32 b32", cmp_lt_u32),
    ROW("cmp_le_u32", "b32 b32", cmp_le_u32),
    ROW("cmp_eq_u64", "b64 b64", cmp_eq_64),
    ROW("cmp_lg_u64", "b64 b64", cmp_lg_64),
    ROW("bitcmp0_b32", "b32 b32", cmp_bit0_32),
    ROW("bitcmp1_b32", "b32 b32", cmp_bit1_32),
    ROW("bitcmp0_b64", "b64 b32", cmp_bit0_64),
    ROW("bitcmp1_b64", "b64 b32", cmp_bit1_64),
    ROW("cmpk_eq_i32", "b32 b32", cmpk_eq_i),
    ROW("cmpk_lg_i32", "b32 b32", cmpk_lg_i),
    ROW("cmpk_gt_i32", "b32 b32", cmpk_gt_i),
    ROW("cmpk_ge_i32", "b32 b32", cmpk_ge_i),
    ROW("cmpk_lt_i32", "b32 b32", cmpk_lt_i),
    ROW("cmpk_le_i32", "b32 b32", cmpk_le_i),
    ROW("cmpk_eq_u32", "b32 b32", cmpk_eq_u),
    ROW("cmpk_lg_u32", "b32 b32", cmpk_lg_u),
    ROW("cmpk_gt_u32", "b32 b32", cmpk_gt_u),
    ROW("cmpk_ge_u32", "b32 b32", cmpk_ge_u),
    ROW("cmpk_lt_u32", "b32 b32", cmpk_lt_u),
    ROW("cmpk_le_u32", "b32 b32", cmpk_le_u),
    SAVEEXEC("and_saveexec", SAVE_AND),
    SAVEEXEC("or_saveexec", SAVE_OR),
    SAVEEXEC("xor_saveexec", SAVE_XOR),
    SAVEEXEC("andn2_saveexec", SAVE_ANDN2),
    SAVEEXEC("and_not1_saveexec", SAVE_ANDN2),
    SAVEEXEC("orn2_saveexec", SAVE_ORN2),
    SAVEEXEC("or_not1_saveexec", SAVE_ORN2),
    SAVEEXEC("nand_saveexec", SAVE_NAND),
    SAVEEXEC("nor_saveexec", SAVE_NOR),
    SAVEEXEC("xnor_saveexec", SAVE_XNOR),
    SAVEEXEC("andn1_saveexec", SAVE_ANDN1),
    SAVEEXEC("and_not0_saveexec", SAVE_ANDN1),
    SAVEEXEC("orn1_saveexec", SAVE_ORN1),
    SAVEEXEC("or_not0_saveexec", SAVE_ORN1),
    SAVEEXEC("andn1_wrexec", SAVE_ANDN1 | WRITES_NEW),
    SAVEEXEC("and_not0_wrexec", SAVE_ANDN1 | WRITES_NEW),
    SAVEEXEC("andn2_wrexec", SAVE_ANDN2 | WRITES_NEW),
    SAVEEXEC("and_not1_wrexec", SAVE_ANDN2 | WRITES_NEW),
    {0},
};
