#include "vector.h"

#include <math.h>
#include <string.h>

// ---- DPP: src0 comes from other lanes ----------------------------------------------------------

// The lane that a lane reads, or -1 if there is none.
static int dpp_source(const struct modifiers *modifiers, unsigned lane, unsigned lanes) {
    unsigned number = modifiers->dpp & 0xFF, row = lane & ~15u, in_row = lane & 15;
    if (modifiers->has_dpp8)
        return (int)((lane & ~7u) | modifiers->dpp8[lane & 7]);
    switch ((enum dpp_control)(modifiers->dpp >> 8)) {
    case DPP_QUAD_PERM:
        return (int)((lane & ~3u) | (number >> 2 * (lane & 3) & 3));
    case DPP_ROW_SHL:
        return in_row + number < 16 ? (int)(lane + number) : -1;
    case DPP_ROW_SHR:
        return in_row >= number ? (int)(lane - number) : -1;
    case DPP_ROW_ROR:
        return (int)(row | ((in_row - number) & 15));
    case DPP_WAVE_SHL:
        return lane + 1 < lanes ? (int)lane + 1 : -1;
    case DPP_WAVE_ROL:
        return (int)((lane + 1) % lanes);
    case DPP_WAVE_SHR:
        return (int)lane - 1;
    case DPP_WAVE_ROR:
        return (int)((lane + lanes - 1) % lanes);
    case DPP_ROW_MIRROR:
        return (int)(row | (15 - in_row));
    case DPP_ROW_HALF_MIRROR:
        return (int)((lane & ~7u) | (7 - (lane & 7)));
    case DPP_ROW_BCAST: // 15: the last lane of a row to the next row; 31: of the first half to the
                        // second
        return lane > number ? (int)((lane & ~number) - 1) : -1;
    case DPP_ROW_SHARE:
        return (int)(row | (number & 15));
    case DPP_ROW_XMASK:
        return (int)(row | (in_row ^ (number & 15)));
    }
    return -1;
}

// Which lane each lane reads; -1: it reads 0. Lanes that are not written leave `active`.
static void dpp_lanes(const struct wave *w, const struct modifiers *modifiers, int *from,
                      uint64_t *active) {
    uint64_t exec = wave_exec(w);
    for (unsigned l = 0; l < w->lanes; l++) {
        from[l] = dpp_source(modifiers, l, w->lanes);
        bool valid = from[l] >= 0 && (modifiers->fetch_inactive || exec >> from[l] & 1);
        bool masked =
            !(modifiers->row_mask >> l / 16 & 1) || !(modifiers->bank_mask >> l % 16 / 4 & 1);
        if (!valid) {
            from[l] = -1;
            if (!modifiers->bound_ctrl && !modifiers->has_dpp8)
                masked = true;
        }
        if (masked)
            *active &= ~(1ull << l);
    }
}

static void permute(uint32_t *values, const int *from, unsigned lanes) {
    uint32_t old[MAX_LANES];
    memcpy(old, values, lanes * sizeof *old);
    for (unsigned l = 0; l < lanes; l++)
        values[l] = from[l] < 0 ? 0 : old[from[l]];
}

// ---- Sources -----------------------------------------------------------------------------------

static bool is_short(enum operand_type type) {
    return type == T_B16 || type == T_I16 || type == T_F16 || type == T_BF16;
}

static bool is_float(enum operand_type type) {
    return type == T_F16 || type == T_F32 || type == T_F64 || type == T_BF16;
}

// Part of a register as SDWA selects it.
static uint32_t selected(uint32_t value, enum sdwa_select select, bool extend) {
    switch (select) {
    case BYTE_0:
    case BYTE_1:
    case BYTE_2:
    case BYTE_3: {
        uint8_t byte = (uint8_t)(value >> 8 * (select - BYTE_0));
        return extend ? (uint32_t)(int8_t)byte : byte;
    }
    case WORD_0:
    case WORD_1: {
        uint16_t word = (uint16_t)(value >> 16 * (select - WORD_0));
        return extend ? (uint32_t)(int16_t)word : word;
    }
    case DWORD:
        break;
    }
    return value;
}

// How a source is read, beyond what its operand says.
struct reading {
    enum operand_type type;
    unsigned number; // among the sources
    bool high;   // op_sel: the upper half (of 32 bits for a 16-bit type, of 64 for a 32-bit one)
    bool negate; // neg_lo, neg_hi
    const int *lanes; // DPP; NULL: each its own
};

static void apply_sign(union lanes *to, unsigned lanes, enum operand_type type, bool absolute,
                       bool negate) {
    if (!absolute && !negate)
        return;
    if (is_wide(type)) {
        uint64_t sign = 1ull << 63;
        for (unsigned l = 0; l < lanes; l++)
            to->u64[l] = (absolute ? to->u64[l] & ~sign : to->u64[l]) ^ (negate ? sign : 0);
        return;
    }
    uint32_t sign = is_short(type) ? 1u << 15 : 1u << 31;
    for (unsigned l = 0; l < lanes; l++)
        to->u32[l] = (absolute ? to->u32[l] & ~sign : to->u32[l]) ^ (negate ? sign : 0);
}

// Makes elements of 16 bits, as the type says, of u32.
static void shorten(union lanes *to, unsigned lanes, enum operand_type type) {
    if (type == T_I16)
        for (unsigned l = 0; l < lanes; l++)
            to->i32[l] = (int16_t)to->u32[l];
    if (type == T_F16) {
        uint16_t bits[MAX_LANES];
        for (unsigned l = 0; l < lanes; l++)
            bits[l] = (uint16_t)to->u32[l];
        memcpy(to->f16, bits, sizeof bits);
    }
}

static void read_source(const struct wave *w, const struct instruction *in,
                        const struct operand *operand, const struct reading *reading,
                        union lanes *to) {
    unsigned lanes = w->lanes;
    enum operand_type type = reading->type;
    if (operand->kind != VECTOR) {
        if (is_wide(type)) {
            uint64_t value = read_scalar(w, operand, type);
            for (unsigned l = 0; l < lanes; l++)
                to->u64[l] = value;
        } else {
            // A 32-bit half of a pair, or a 16-bit half of a register.
            struct operand half = *operand;
            bool of_pair = reading->high && !is_short(type);
            if (operand->kind == SCALAR && of_pair)
                half.index++;
            half.high_half |= reading->high && is_short(type);
            enum operand_type as = operand->kind == REAL && is_short(type) ? type : T_B32;
            uint32_t value = (uint32_t)read_scalar(w, &half, as);
            if (as == T_B32 && is_short(type) && half.high_half)
                value >>= 16;
            if (in->modifiers.has_sdwa && reading->number < 2)
                value = selected(value, in->modifiers.src_sel[reading->number], operand->extend);
            if (is_short(type))
                value &= 0xFFFF;
            for (unsigned l = 0; l < lanes; l++)
                to->u32[l] = value;
        }
    } else if (is_wide(type)) {
        uint32_t low[MAX_LANES], high[MAX_LANES];
        memcpy(low, w->vectors[operand->index], lanes * sizeof *low);
        memcpy(high, w->vectors[operand->index + 1], lanes * sizeof *high);
        if (reading->lanes) {
            permute(low, reading->lanes, lanes);
            permute(high, reading->lanes, lanes);
        }
        for (unsigned l = 0; l < lanes; l++)
            to->u64[l] = low[l] | (uint64_t)high[l] << 32;
    } else {
        unsigned index = operand->index + (reading->high && !is_short(type));
        memcpy(to->u32, w->vectors[index], lanes * sizeof *to->u32);
        if (reading->lanes)
            permute(to->u32, reading->lanes, lanes);
        if (in->modifiers.has_sdwa && reading->number < 2) {
            enum sdwa_select select = in->modifiers.src_sel[reading->number];
            for (unsigned l = 0; l < lanes; l++)
                to->u32[l] = selected(to->u32[l], select, operand->extend);
        }
        if (is_short(type)) {
            unsigned shift = operand->half ? 16u * operand->high_half : 16u * reading->high;
            for (unsigned l = 0; l < lanes; l++)
                to->u32[l] = to->u32[l] >> shift & 0xFFFF;
        }
    }
    apply_sign(to, lanes, type, operand->absolute, operand->negate != reading->negate);
    if (is_short(type))
        shorten(to, lanes, type);
}

// Reads all sources; `half` is which half of packed operands. What is written and read comes last.
static void read_sources(struct vector *at, const int *dpp, int half) {
    const struct instruction *in = at->instruction;
    const struct modifiers *modifiers = &in->modifiers;
    unsigned k = 0, number = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = pass ? 0 : in->written_count;
             i < (pass ? in->written_count : in->operand_count); i++) {
            if (pass && !in->also_read[i])
                continue;
            if (in->types[i] == T_MASK) {
                at->mask_in = read_mask(at->wave, &in->operands[i]);
                continue;
            }
            struct reading reading = {
                .type = in->types[i], .number = number, .lanes = number == 0 && !pass ? dpp : NULL};
            if (half < 0)
                reading.high = !pass && is_short(in->types[i]) && modifiers->op_sel >> number & 1;
            else {
                reading.high =
                    pass ? half : (half ? modifiers->op_sel_hi : modifiers->op_sel) >> number & 1;
                reading.negate =
                    !pass && (half ? modifiers->neg_hi : modifiers->neg_lo) >> number & 1;
            }
            if (k == MAX_SOURCES)
                wave_fault(at->wave, "too many sources");
            read_source(at->wave, in, &in->operands[i], &reading, &at->in[k++]);
            number++;
        }
}

// ---- Results -----------------------------------------------------------------------------------

static double scale_of(const struct modifiers *modifiers) {
    static const double scales[] = {1, 2, 4, 0.5};
    return scales[modifiers->output & 3];
}

static double clamped(const struct vector *at, double value) {
    if (isnan(value))
        return at->mode & 1u << 8 || wave_generation(at->wave) >= 12 ? 0 : value;
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

// omod and clamp of floating-point results.
static void modify_result(struct vector *at, enum operand_type type) {
    const struct modifiers *modifiers = &at->instruction->modifiers;
    if (!is_float(type) || type == T_BF16 || (!modifiers->clamp && !modifiers->output))
        return;
    double scale = scale_of(modifiers);
    for (unsigned l = 0; l < at->lanes; l++) {
        double value = type == T_F64   ? at->out.f64[l]
                       : type == T_F32 ? (double)at->out.f32[l]
                                       : (double)at->out.f16[l];
        value *= scale;
        if (modifiers->clamp)
            value = clamped(at, value);
        if (type == T_F64)
            at->out.f64[l] = value;
        else if (type == T_F32)
            at->out.f32[l] = (float)value;
        else
            at->out.f16[l] = (_Float16)value;
    }
}

static void write_register(uint32_t *row, const uint32_t *values, uint64_t active, unsigned lanes) {
    uint64_t all = lanes == 64 ? UINT64_MAX : UINT32_MAX;
    if (active == all) {
        memcpy(row, values, lanes * sizeof *row);
        return;
    }
    for (unsigned l = 0; l < lanes; l++)
        row[l] = active >> l & 1 ? values[l] : row[l];
}

// Where a result of 16 bits goes in its register, and what becomes of the other half.
static void write_half(struct wave *w, const struct vector *at, const struct operand *operand,
                       bool high) {
    const struct instruction *in = at->instruction;
    uint32_t *row = w->vectors[operand->index];
    bool keeps = wave_generation(w) >= 10 || operand->half || in->modifiers.op_sel_count ||
                 in->operation->detail & KEEPS_HIGH;
    for (unsigned l = 0; l < w->lanes; l++)
        if (at->active >> l & 1) {
            uint32_t value = at->out.u32[l] & 0xFFFF, kept = keeps ? row[l] : 0;
            row[l] = high ? (kept & 0xFFFF) | value << 16 : (kept & 0xFFFF0000) | value;
        }
}

// Puts a result where SDWA's dst_sel says.
static void write_selected(struct wave *w, const struct vector *at, const struct operand *operand) {
    const struct modifiers *modifiers = &at->instruction->modifiers;
    enum sdwa_select select = modifiers->dst_sel;
    unsigned bits = select == DWORD ? 32 : select >= WORD_0 ? 16 : 8;
    unsigned shift = select == DWORD ? 0 : select >= WORD_0 ? 16 * (select - WORD_0) : 8 * select;
    uint32_t mask = bits == 32 ? UINT32_MAX : ((1u << bits) - 1) << shift;
    uint32_t *row = w->vectors[operand->index];
    for (unsigned l = 0; l < w->lanes; l++)
        if (at->active >> l & 1) {
            uint32_t value = at->out.u32[l] << shift & mask, rest = 0;
            if (modifiers->dst_unused == UNUSED_PRESERVE)
                rest = row[l] & ~mask;
            else if (modifiers->dst_unused == UNUSED_SEXT && value >> (shift + bits - 1) & 1 &&
                     bits < 32)
                rest = ~mask & ~((1u << shift) - 1);
            row[l] = value | rest;
        }
}

static void lengthen(union lanes *out, unsigned lanes, enum operand_type type) {
    if (type != T_F16)
        return;
    uint16_t bits[MAX_LANES];
    memcpy(bits, out->f16, sizeof bits);
    for (unsigned l = 0; l < lanes; l++)
        out->u32[l] = bits[l];
}

static void write_result(struct wave *w, struct vector *at, unsigned i) {
    const struct instruction *in = at->instruction;
    const struct operand *operand = &in->operands[i];
    enum operand_type type = in->types[i];
    if (operand->kind == NO_OPERAND)
        return;
    if (operand->kind != VECTOR)
        wave_fault(w, "a result that is not a vector register");
    modify_result(at, type);
    if (is_wide(type)) {
        uint32_t low[MAX_LANES], high[MAX_LANES];
        for (unsigned l = 0; l < w->lanes; l++) {
            low[l] = (uint32_t)at->out.u64[l];
            high[l] = (uint32_t)(at->out.u64[l] >> 32);
        }
        write_register(w->vectors[operand->index], low, at->active, w->lanes);
        write_register(w->vectors[operand->index + 1], high, at->active, w->lanes);
        return;
    }
    lengthen(&at->out, w->lanes, type);
    if (in->modifiers.has_sdwa)
        write_selected(w, at, operand);
    else if (is_short(type)) {
        unsigned sources = in->operand_count - in->written_count;
        bool high = operand->half ? operand->high_half : in->modifiers.op_sel >> sources & 1;
        write_half(w, at, operand, high);
    } else
        write_register(w->vectors[operand->index], at->out.u32, at->active, w->lanes);
}

// ---- Running -----------------------------------------------------------------------------------

static void begin(struct vector *at, struct wave *w, const struct instruction *in, int half) {
    int from[MAX_LANES];
    at->wave = w;
    at->instruction = in;
    at->lanes = w->lanes;
    at->active = wave_exec(w);
    at->mode = w->mode;
    at->mask_in = at->mask_out = 0;
    bool dpp = in->modifiers.has_dpp || in->modifiers.has_dpp8;
    if (dpp)
        dpp_lanes(w, &in->modifiers, from, &at->active);
    read_sources(at, dpp ? from : NULL, half);
    in->operation->evaluate(at);
}

static void finish(struct vector *at, struct wave *w) {
    const struct instruction *in = at->instruction;
    for (unsigned i = 0; i < in->written_count; i++)
        if (in->types[i] == T_MASK)
            write_mask(w, &in->operands[i], at->mask_out & at->active);
        else
            write_result(w, at, i);
}

enum outcome run_vector(struct wave *w, const struct instruction *in) {
    struct vector first, second;
    begin(&first, w, in, -1);
    if (in->second)
        begin(&second, w, in->second, -1);
    finish(&first, w);
    if (in->second)
        finish(&second, w);
    return GO_ON;
}

enum outcome run_compare(struct wave *w, const struct instruction *in) {
    struct vector at;
    begin(&at, w, in, -1);
    write_mask(w, &in->operands[0], at.mask_out & at.active);
    return GO_ON;
}

enum outcome run_compare_exec(struct wave *w, const struct instruction *in) {
    struct vector at;
    const struct operand exec = {
        .kind = SCALAR, .index = S_EXEC, .registers = (uint8_t)(w->lanes / 32)};
    begin(&at, w, in, -1);
    write_mask(w, &exec, at.mask_out & at.active);
    if (in->operands[0].kind == SCALAR)
        write_mask(w, &in->operands[0], at.mask_out & at.active);
    return GO_ON;
}

// Two halves: of 32 bits in a pair of registers, or of 16 bits in a register.
enum outcome run_packed(struct wave *w, const struct instruction *in) {
    struct vector low, high;
    const struct operand *result = &in->operands[0];
    begin(&low, w, in, 0);
    begin(&high, w, in, 1);
    modify_result(&low, in->types[0]);
    modify_result(&high, in->types[0]);
    if (!is_short(in->types[0])) {
        write_register(w->vectors[result->index], low.out.u32, low.active, w->lanes);
        write_register(w->vectors[result->index + 1], high.out.u32, high.active, w->lanes);
        return GO_ON;
    }
    lengthen(&low.out, w->lanes, in->types[0]);
    lengthen(&high.out, w->lanes, in->types[0]);
    for (unsigned l = 0; l < w->lanes; l++)
        low.out.u32[l] = (low.out.u32[l] & 0xFFFF) | high.out.u32[l] << 16;
    write_register(w->vectors[result->index], low.out.u32, low.active, w->lanes);
    return GO_ON;
}
