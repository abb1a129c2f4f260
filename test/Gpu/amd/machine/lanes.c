#include "decode.h"
#include "vector.h"
#include "waits.h"

#include <stdio.h>
#include <string.h>

// ---- Registers ---------------------------------------------------------------------------------

static bool is_active(const struct wave *w, unsigned lane) {
    return wave_exec(w) >> lane & 1;
}

// Reads an operand of 32 bits for all lanes. A copy: the result may go to the same register.
static void copy_lanes(const struct wave *w, const struct operand *operand, uint32_t *values) {
    if (operand->kind == VECTOR) {
        memcpy(values, w->vectors[operand->index], w->lanes * sizeof *values);
        return;
    }
    uint32_t value = (uint32_t)read_scalar(w, operand, T_B32);
    for (unsigned l = 0; l < w->lanes; l++)
        values[l] = value;
}

static uint32_t *written_lanes(struct wave *w, const struct operand *operand) {
    if (operand->kind != VECTOR)
        wave_fault(w, "a result that is not a vector register");
    return w->vectors[operand->index];
}

static void write_active(struct wave *w, uint32_t *row, const uint32_t *values) {
    for (unsigned l = 0; l < w->lanes; l++)
        if (is_active(w, l))
            row[l] = values[l];
}

// ---- One lane ----------------------------------------------------------------------------------

static unsigned chosen_lane(const struct wave *w, const struct operand *operand) {
    return (unsigned)read_scalar(w, operand, T_B32) & (w->lanes - 1);
}

// Reads an inactive lane as well.
static enum outcome run_readlane(struct wave *w, const struct instruction *in) {
    uint32_t values[MAX_LANES];
    copy_lanes(w, &in->operands[1], values);
    write_scalar(w, &in->operands[0], values[chosen_lane(w, &in->operands[2])]);
    return GO_ON;
}

// The first active lane, or lane 0 if none is.
static enum outcome run_readfirstlane(struct wave *w, const struct instruction *in) {
    uint32_t values[MAX_LANES];
    uint64_t exec = wave_exec(w);
    copy_lanes(w, &in->operands[1], values);
    write_scalar(w, &in->operands[0], values[exec ? __builtin_ctzll(exec) : 0]);
    return GO_ON;
}

static enum outcome run_writelane(struct wave *w, const struct instruction *in) {
    uint32_t value = (uint32_t)read_scalar(w, &in->operands[1], T_B32);
    written_lanes(w, &in->operands[0])[chosen_lane(w, &in->operands[2])] = value;
    return GO_ON;
}

// ---- Permutations in rows of 16 lanes ----------------------------------------------------------

enum {
    OTHER_ROW = 1,    // lanes read from the other one of two rows
    LANES_SELECT = 2, // the selectors are in a vector register
};

// What becomes of a lane that reads from a lane. One that is inactive gives its value if `fetches`;
// else the reading lane gets 0 or, unless it is `bounded`, keeps what it has.
static void take(const struct wave *w, uint32_t *row, unsigned to, const uint32_t *values,
                 unsigned from, bool fetches, bool bounded) {
    if (!is_active(w, to))
        return;
    if (fetches || is_active(w, from))
        row[to] = values[from];
    else if (bounded)
        row[to] = 0;
}

static enum outcome run_permlane16(struct wave *w, const struct instruction *in) {
    unsigned detail = in->operation->detail;
    bool fetches = in->modifiers.op_sel & 1, bounded = in->modifiers.op_sel & 2;
    uint32_t values[MAX_LANES], selectors[MAX_LANES];
    copy_lanes(w, &in->operands[1], values);
    if (detail & LANES_SELECT)
        copy_lanes(w, &in->operands[2], selectors);
    else {
        uint64_t all =
            read_scalar(w, &in->operands[2], T_B32) | read_scalar(w, &in->operands[3], T_B32) << 32;
        for (unsigned l = 0; l < w->lanes; l++)
            selectors[l] = (uint32_t)(all >> 4 * (l & 15));
    }
    uint32_t *row = written_lanes(w, &in->operands[0]);
    for (unsigned l = 0; l < w->lanes; l++) {
        unsigned first = (l & ~15u) ^ (detail & OTHER_ROW ? 16 : 0);
        take(w, row, l, values, first | (selectors[l] & 15), fetches, bounded);
    }
    return GO_ON;
}

// ---- Exchanges ---------------------------------------------------------------------------------

// Exchanges the halves of a wave of 64, of which also inactive lanes are read. It does nothing to a
// wave of 32.
static enum outcome run_permlane64(struct wave *w, const struct instruction *in) {
    uint32_t values[MAX_LANES], exchanged[MAX_LANES];
    if (w->lanes != 64)
        return GO_ON;
    copy_lanes(w, &in->operands[1], values);
    for (unsigned l = 0; l < w->lanes; l++)
        exchanged[l] = values[l ^ 32];
    write_active(w, written_lanes(w, &in->operands[0]), exchanged);
    return GO_ON;
}

// Exchanges blocks of `detail` lanes: each second one of the first register and the one before it
// of the other.
static enum outcome run_permlane_swap(struct wave *w, const struct instruction *in) {
    const struct modifiers *modifiers = &in->modifiers;
    unsigned distance = in->operation->detail;
    uint32_t first[MAX_LANES], second[MAX_LANES];
    copy_lanes(w, &in->operands[0], first);
    copy_lanes(w, &in->operands[1], second);
    uint32_t *to_first = written_lanes(w, &in->operands[0]);
    uint32_t *to_second = written_lanes(w, &in->operands[1]);
    for (unsigned l = 0; l < w->lanes; l++)
        if (l & distance)
            take(w, to_first, l, second, l ^ distance, modifiers->fetch_inactive,
                 modifiers->bound_ctrl);
        else
            take(w, to_second, l, first, l ^ distance, modifiers->fetch_inactive,
                 modifiers->bound_ctrl);
    return GO_ON;
}

static void exchange(struct wave *w, uint32_t *a, uint32_t *b) {
    uint32_t old[MAX_LANES];
    memcpy(old, a, w->lanes * sizeof *old);
    write_active(w, a, b);
    write_active(w, b, old);
}

static enum outcome run_swap(struct wave *w, const struct instruction *in) {
    exchange(w, written_lanes(w, &in->operands[0]), written_lanes(w, &in->operands[1]));
    return GO_ON;
}

static enum outcome run_swap_halves(struct wave *w, const struct instruction *in) {
    uint32_t *a = written_lanes(w, &in->operands[0]), *b = written_lanes(w, &in->operands[1]);
    unsigned a_shift = in->operands[0].high_half ? 16 : 0;
    unsigned b_shift = in->operands[1].high_half ? 16 : 0;
    for (unsigned l = 0; l < w->lanes; l++)
        if (is_active(w, l)) {
            uint32_t of_a = a[l] >> a_shift & 0xFFFF, of_b = b[l] >> b_shift & 0xFFFF;
            a[l] = (a[l] & ~(0xFFFFu << a_shift)) | of_b << a_shift;
            b[l] = (b[l] & ~(0xFFFFu << b_shift)) | of_a << b_shift;
        }
    return GO_ON;
}

// ---- Registers that M0 chooses -----------------------------------------------------------------

enum {
    CHOSEN_SOURCE = 1,
    CHOSEN_RESULT = 2,
    TWO_OFFSETS = 4, // M0 has the source's in its lower half, the result's in its upper one
};

static uint32_t *moved_lanes(struct wave *w, const struct operand *operand, unsigned offset) {
    if (operand->kind != VECTOR || offset >= w->vector_count ||
        operand->index + offset >= w->vector_count)
        wave_fault(w, "M0 moves a register %u further than there are registers", offset);
    if (w->pending_vectors[operand->index + offset])
        wave_fault(w, "the register that M0 chooses is used before a load into it has come back");
    return w->vectors[operand->index + offset];
}

static enum outcome run_movrel(struct wave *w, const struct instruction *in) {
    unsigned detail = in->operation->detail, m0 = w->scalars[S_M0];
    unsigned from = detail & TWO_OFFSETS ? m0 & 0x3FF : m0;
    unsigned to = detail & TWO_OFFSETS ? m0 >> 16 & 0x3FF : m0;
    uint32_t values[MAX_LANES];
    if (detail & CHOSEN_SOURCE)
        memcpy(values, moved_lanes(w, &in->operands[1], from), w->lanes * sizeof *values);
    else
        copy_lanes(w, &in->operands[1], values);
    write_active(w, moved_lanes(w, &in->operands[0], detail & CHOSEN_RESULT ? to : 0), values);
    return GO_ON;
}

static enum outcome run_swaprel(struct wave *w, const struct instruction *in) {
    unsigned m0 = w->scalars[S_M0];
    exchange(w, moved_lanes(w, &in->operands[0], m0 >> 16 & 0x3FF),
             moved_lanes(w, &in->operands[1], m0 & 0x3FF));
    return GO_ON;
}

// Of gfx9: a bit of MODE that lets M0 move the registers of vector instructions, and what M0 then
// has: by how much, and a bit for each operand that is moved.
enum { INDEX_MODE = 1 << 27, MOVES_SOURCE = 1 << 12, MOVES_RESULT = 1 << 15 };

VECTOR(move, at->in[0].u32[l], u32)

// v_mov_b32. Compilers move no other instruction's registers.
static enum outcome run_move(struct wave *w, const struct instruction *in) {
    unsigned m0 = w->scalars[S_M0], distance = m0 & 0xFF;
    if (!(w->mode & INDEX_MODE) || wave_generation(w) != 9)
        return run_vector(w, in);
    uint32_t values[MAX_LANES];
    if (m0 & MOVES_SOURCE && in->operands[1].kind == VECTOR)
        memcpy(values, moved_lanes(w, &in->operands[1], distance), w->lanes * sizeof *values);
    else
        copy_lanes(w, &in->operands[1], values);
    write_active(w, moved_lanes(w, &in->operands[0], m0 & MOVES_RESULT ? distance : 0), values);
    return GO_ON;
}

enum { SETS_DISTANCE = 1, SETS_OPERANDS = 2, SETS_MODE = 4, ENDS_MODE = 8 };

// s_set_gpr_idx_...: which operands are moved is in->number.
static enum outcome run_set_index(struct wave *w, const struct instruction *in) {
    unsigned detail = in->operation->detail;
    uint32_t *m0 = &w->scalars[S_M0];
    if (detail & SETS_DISTANCE)
        *m0 = (*m0 & ~0xFFu) | (read_scalar(w, &in->operands[0], T_B32) & 0xFF);
    if (detail & SETS_OPERANDS)
        *m0 = (*m0 & ~0xF000u) | (uint32_t)(in->number & 0xF) << 12;
    if (detail & SETS_MODE)
        w->mode |= INDEX_MODE;
    if (detail & ENDS_MODE)
        w->mode &= ~(uint32_t)INDEX_MODE;
    return GO_ON;
}

// ---- Through the memory of work-groups ---------------------------------------------------------

enum {
    PUSHES = 1,  // a lane says which lane gets its value, not from which lane it gets one
    FETCHES = 2, // also the values of inactive lanes
};

// Lanes exchange values in all of a wave, on gfx10 and gfx11 in each half of a wave of 64.
static unsigned exchanging_lanes(const struct wave *w) {
    unsigned generation = wave_generation(w);
    return generation == 10 || generation == 11 ? 32 : w->lanes;
}

static enum outcome run_ds_permute(struct wave *w, const struct instruction *in) {
    unsigned detail = in->operation->detail, lanes = exchanging_lanes(w);
    uint32_t addresses[MAX_LANES], values[MAX_LANES], results[MAX_LANES] = {0};
    copy_lanes(w, &in->operands[1], addresses);
    copy_lanes(w, &in->operands[2], values);
    for (unsigned l = 0; l < w->lanes; l++) {
        uint32_t address = addresses[l] + (uint32_t)in->modifiers.offset;
        unsigned other = (l & ~(lanes - 1)) | (address / 4 & (lanes - 1));
        if (detail & PUSHES && is_active(w, l))
            results[other] = values[l];
        else if (!(detail & PUSHES) && (detail & FETCHES || is_active(w, other)))
            results[l] = values[other];
    }
    write_active(w, written_lanes(w, &in->operands[0]), results);
    waits_add(w, C_DS, true, &in->operands[0]);
    return GO_ON;
}

// The 16 bits of ds_swizzle's offset. LLVM writes most of them as "swizzle(...)".
static unsigned swizzle_of(const struct instruction *in) {
    const char *at = strstr(in->text, "swizzle(");
    unsigned n[4], and_mask = 0, or_mask = 0, xor_mask = 0;
    char bits[6];
    if (!at)
        return (unsigned)in->modifiers.offset;
    at += strlen("swizzle(");
    if (sscanf(at, "QUAD_PERM,%u,%u,%u,%u", &n[0], &n[1], &n[2], &n[3]) == 4)
        return 0x8000 | n[0] | n[1] << 2 | n[2] << 4 | n[3] << 6;
    if (sscanf(at, "FFT,%u", &n[0]) == 1)
        return 0xE000 | n[0];
    if (sscanf(at, "ROTATE,%u,%u", &n[0], &n[1]) == 2)
        return 0xC000 | n[0] << 10 | n[1] << 5;
    if (sscanf(at, "BROADCAST,%u,%u", &n[0], &n[1]) == 2) {
        and_mask = 32 - n[0];
        or_mask = n[1];
    } else if (sscanf(at, "SWAP,%u", &n[0]) == 1) {
        and_mask = 31;
        xor_mask = n[0];
    } else if (sscanf(at, "REVERSE,%u", &n[0]) == 1) {
        and_mask = 31;
        xor_mask = n[0] - 1;
    } else if (sscanf(at, "BITMASK_PERM,\"%5[01pi]\"", bits) == 1)
        // The first letter is for bit 4 of the lane's number: a 0, a 1, the bit or its inverse.
        for (const char *bit = bits; *bit; bit++) {
            and_mask = and_mask << 1 | (*bit == 'p' || *bit == 'i');
            or_mask = or_mask << 1 | (*bit == '1');
            xor_mask = xor_mask << 1 | (*bit == 'i');
        }
    return xor_mask << 10 | or_mask << 5 | and_mask;
}

// The lane that a lane reads, in groups of 32.
static unsigned swizzled(unsigned offset, unsigned lane) {
    unsigned low = lane & 31, mask = offset & 31, middle = offset >> 5 & 31;
    if (offset >= 0xE000) { // FFT: the mask's bits stay, the others are reversed
        unsigned reversed = 0;
        for (unsigned i = 0; i < 5; i++)
            reversed |= (low >> i & 1) << (4 - i);
        low = reversed >> __builtin_popcount(mask) | (low & mask);
    } else if (offset >= 0xC000) { // rotation, by `middle` to the one or the other side
        unsigned moved = offset >> 10 & 1 ? low - middle : low + middle;
        low = (low & mask) | (moved & ~mask & 31);
    } else if (offset >= 0x8000)
        low = (low & ~3u) | (offset >> 2 * (low & 3) & 3);
    else
        low = ((low & mask) | middle) ^ (offset >> 10 & 31);
    return (lane & ~31u) | low;
}

static enum outcome run_ds_swizzle(struct wave *w, const struct instruction *in) {
    unsigned offset = swizzle_of(in);
    uint32_t values[MAX_LANES], results[MAX_LANES];
    copy_lanes(w, &in->operands[1], values);
    for (unsigned l = 0; l < w->lanes; l++) {
        unsigned from = swizzled(offset, l);
        results[l] = is_active(w, from) ? values[from] : 0;
    }
    write_active(w, written_lanes(w, &in->operands[0]), results);
    waits_add(w, C_DS, true, &in->operands[0]);
    return GO_ON;
}

const struct operation lane_operations[] = {
    {"v_readlane_b32", "b32 = b32 b32", run_readlane, NULL, 0},
    {"v_readfirstlane_b32", "b32 = b32", run_readfirstlane, NULL, 0},
    {"v_writelane_b32", "b32& = b32 b32", run_writelane, NULL, 0},
    {"v_permlane16_b32", "b32& = b32 b32 b32", run_permlane16, NULL, 0},
    {"v_permlanex16_b32", "b32& = b32 b32 b32", run_permlane16, NULL, OTHER_ROW},
    {"v_permlane16_var_b32", "b32& = b32 b32", run_permlane16, NULL, LANES_SELECT},
    {"v_permlanex16_var_b32", "b32& = b32 b32", run_permlane16, NULL, LANES_SELECT | OTHER_ROW},
    {"v_permlane64_b32", "b32 = b32", run_permlane64, NULL, 0},
    {"v_permlane16_swap_b32", "b32& b32& =", run_permlane_swap, NULL, 16},
    {"v_permlane32_swap_b32", "b32& b32& =", run_permlane_swap, NULL, 32},
    {"v_swap_b32", "b32& b32& =", run_swap, NULL, 0},
    {"v_swap_b16", "b16& b16& =", run_swap_halves, NULL, 0},
    {"v_movrels_b32", "b32 = b32", run_movrel, NULL, CHOSEN_SOURCE},
    {"v_movreld_b32", "b32 = b32", run_movrel, NULL, CHOSEN_RESULT},
    {"v_movrelsd_b32", "b32 = b32", run_movrel, NULL, CHOSEN_SOURCE | CHOSEN_RESULT},
    {"v_movrelsd_2_b32", "b32 = b32", run_movrel, NULL,
     CHOSEN_SOURCE | CHOSEN_RESULT | TWO_OFFSETS},
    {"v_swaprel_b32", "b32& b32& =", run_swaprel, NULL, 0},
    {"v_mov_b32", "b32 = b32", run_move, move, 0},
    {"s_set_gpr_idx_on", "b32 text", run_set_index, NULL,
     SETS_DISTANCE | SETS_OPERANDS | SETS_MODE},
    {"s_set_gpr_idx_off", "", run_set_index, NULL, ENDS_MODE},
    {"s_set_gpr_idx_idx", "b32", run_set_index, NULL, SETS_DISTANCE},
    {"s_set_gpr_idx_mode", "text", run_set_index, NULL, SETS_OPERANDS},
    {"ds_permute_b32", "b32 = b32 b32", run_ds_permute, NULL, PUSHES},
    {"ds_bpermute_b32", "b32 = b32 b32", run_ds_permute, NULL, 0},
    {"ds_bpermute_fi_b32", "b32 = b32 b32", run_ds_permute, NULL, FETCHES},
    {"ds_swizzle_b32", "b32 = b32", run_ds_swizzle, NULL, 0},
    {0},
};
