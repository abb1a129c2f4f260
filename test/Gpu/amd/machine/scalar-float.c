// Operations on floating-point numbers in scalar registers (gfx11.5, gfx12): as those of vectors
// compute them.
#include "decode.h"
#include "float.h"

// ---- Running -----------------------------------------------------------------------------------

// Lanes that do not count have a number, too: loops go over all of them.
static void read_number(const struct wave *w, const struct operand *operand, enum operand_type type,
                        union lanes *to) {
    uint64_t bits = read_scalar(w, operand, type);
    uint64_t sign = type == T_F16 ? 1u << 15 : 1u << 31;
    bits = (operand->absolute ? bits & ~sign : bits) ^ (operand->negate ? sign : 0);
    for (unsigned l = 0; l < 32; l++)
        if (type == T_F16)
            to->f16[l] = f16_of_bits((uint16_t)bits);
        else
            to->u32[l] = (uint32_t)bits;
}

static void read_numbers(struct vector *at, struct wave *w, const struct instruction *in) {
    unsigned k = 0;
    at->wave = w;
    at->instruction = in;
    at->mode = w->mode;
    at->lanes = 1;
    at->active = 1;
    at->mask_in = at->mask_out = 0;
    for (unsigned i = in->written_count; i < in->operand_count; i++)
        read_number(w, &in->operands[i], in->types[i], &at->in[k++]);
    for (unsigned i = 0; i < in->written_count; i++)
        if (in->also_read[i])
            read_number(w, &in->operands[i], in->types[i], &at->in[k++]);
}

// omod and clamp, which v_s_rcp and its like have.
static f32 modified(const struct vector *at, f32 value) {
    static const f32 scales[] = {1, 2, 4, 0.5f};
    const struct modifiers *modifiers = &at->instruction->modifiers;
    value *= scales[modifiers->output & 3];
    if (!modifiers->clamp)
        return value;
    return is_nan_f32(value) || value < 0 ? 0 : value > 1 ? 1 : value;
}

static enum outcome run_scalar_float(struct wave *w, const struct instruction *in) {
    struct vector at;
    read_numbers(&at, w, in);
    in->operation->evaluate(&at);
    bool is_modified = in->modifiers.clamp || in->modifiers.output;
    if (in->types[0] == T_F16) {
        f16 value = at.out.f16[0];
        if (is_modified)
            value = (f16)modified(&at, (f32)value);
        write_scalar(w, &in->operands[0], bits_of_f16(value));
    } else if (in->types[0] == T_F32 && is_modified)
        write_scalar(w, &in->operands[0], bits_of_f32(modified(&at, at.out.f32[0])));
    else
        write_scalar(w, &in->operands[0], at.out.u32[0]);
    return GO_ON;
}

static void s_cvt_hi_f32_f16(void *argument) {
    struct vector *at = argument;
    at->in[0].f16[0] = f16_of_bits((uint16_t)(at->in[0].u32[0] >> 16));
    v_cvt_f32_f16(at);
}

// ---- Comparisons -------------------------------------------------------------------------------

// The results of a comparison that make it true.
enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

static enum outcome run_scalar_compare(struct wave *w, const struct instruction *in) {
    struct vector at;
    f32 numbers[2];
    read_numbers(&at, w, in);
    for (unsigned k = 0; k < 2; k++)
        if (in->types[0] == T_F16) {
            flush_f16(&at, at.in[k].f16, KEEP_SOURCES);
            numbers[k] = (f32)at.in[k].f16[0];
        } else {
            flush_f32(&at, at.in[k].f32, KEEP_SOURCES);
            numbers[k] = at.in[k].f32[0];
        }
    f32 a = numbers[0], b = numbers[1];
    unsigned result = a < b ? LESS : a > b ? GREATER : a == b ? EQUAL : UNORDERED;
    w->scc = in->operation->detail & result;
    return GO_ON;
}

#define ROW(text, form, function) {text, form, run_scalar_float, function, 0}
#define BOTH(name, form32, form16)                                                                 \
    ROW("s_" #name "_f32", form32, v_##name##_f32), ROW("s_" #name "_f16", form16, v_##name##_f16)
#define UNARY(name) BOTH(name, "f32 = f32", "f16 = f16")
#define BINARY(name) BOTH(name, "f32 = f32 f32", "f16 = f16 f16")
#define FUNCTIONS(name)                                                                            \
    ROW("v_s_" #name "_f32", "f32 = f32", v_##name##_f32),                                         \
        ROW("v_s_" #name "_f16", "f16 = f16", v_##name##_f16)
#define COMPARE(name, results)                                                                     \
    {"s_cmp_" #name "_f32", "f32 f32", run_scalar_compare, NULL, results}, {                       \
        "s_cmp_" #name "_f16", "f16 f16", run_scalar_compare, NULL, results                        \
    }

const struct operation scalar_float_operations[] = {
    BINARY(add),
    BINARY(sub),
    BINARY(mul),
    BINARY(min),
    BINARY(max),
    BINARY(min_num),
    BINARY(max_num),
    BINARY(minimum),
    BINARY(maximum),
    UNARY(ceil),
    UNARY(floor),
    UNARY(trunc),
    UNARY(rndne),
    ROW("s_fmac_f32", "f32& = f32 f32", v_fma_f32),
    ROW("s_fmac_f16", "f16& = f16 f16", v_fma_f16),
    ROW("s_fmaak_f32", "f32 = f32 f32 f32", v_fma_f32),
    ROW("s_fmamk_f32", "f32 = f32 f32 f32", v_fma_f32),
    ROW("s_cvt_f32_i32", "f32 = i32", v_cvt_f32_i32),
    ROW("s_cvt_f32_u32", "f32 = b32", v_cvt_f32_u32),
    ROW("s_cvt_i32_f32", "i32 = f32", v_cvt_i32_f32),
    ROW("s_cvt_u32_f32", "b32 = f32", v_cvt_u32_f32),
    ROW("s_cvt_f16_f32", "f16 = f32", v_cvt_f16_f32),
    ROW("s_cvt_f32_f16", "f32 = f16", v_cvt_f32_f16),
    ROW("s_cvt_hi_f32_f16", "f32 = b32", s_cvt_hi_f32_f16),
    ROW("s_cvt_pk_rtz_f16_f32", "b32 = f32 f32", v_cvt_pk_rtz_f16_f32),
    FUNCTIONS(rcp),
    FUNCTIONS(rsq),
    FUNCTIONS(sqrt),
    FUNCTIONS(exp),
    FUNCTIONS(log),
    COMPARE(lt, LESS),
    COMPARE(eq, EQUAL),
    COMPARE(le, LESS | EQUAL),
    COMPARE(gt, GREATER),
    COMPARE(lg, LESS | GREATER),
    COMPARE(ge, GREATER | EQUAL),
    COMPARE(o, LESS | EQUAL | GREATER),
    COMPARE(u, UNORDERED),
    COMPARE(nge, LESS | UNORDERED),
    COMPARE(nlg, EQUAL | UNORDERED),
    COMPARE(ngt, LESS | EQUAL | UNORDERED),
    COMPARE(nle, GREATER | UNORDERED),
    COMPARE(neq, LESS | GREATER | UNORDERED),
    COMPARE(nlt, GREATER | EQUAL | UNORDERED),
    {0},
};
