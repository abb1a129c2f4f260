// instruction.h - an instruction of AMD's GPUs, decoded: what it does, and its operands.
//
// LLVM's disassembler (its C API gives text) says what the instruction is: "v_add_f32_e64 v1, -v2,
// |s3| clamp". The text becomes a struct instruction once for each address of the code; tables in
// the modules of this directory say what each mnemonic does. Mnemonics mean the same on all
// architectures, but where `generation` is asked.
#ifndef AMD_INSTRUCTION_H
#define AMD_INSTRUCTION_H

#include "../../Inputs/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_LANES = 64, MAX_OPERANDS = 8, MAX_INSTRUCTION_BYTES = 20 };

// The numbers of scalar registers. The first 106 are s0 to s105.
enum {
    S_VCC = 106,
    S_TTMP = 108, // 16
    S_M0 = 124,
    S_EXEC = 126,
    S_FLAT_SCRATCH = 128, // of gfx9, and gfx10 by s_setreg
    S_XNACK_MASK = 130,
    S_COUNT = 132
};

// The vector registers v0 to v255 are followed by the accumulators a0 to a255.
enum { V_ACCUMULATORS = 256, V_COUNT = 512 };

enum operand_kind {
    NO_OPERAND, // "off", "null": reads as 0, and what is written there is lost
    VECTOR,
    SCALAR,
    INTEGER, // a constant of the encoding, -16 to 64: `value`, sign-extended
    REAL,    // a constant such as 1.0: `real`
    LITERAL, // 32 bits, or 64, of the code: `value`, zero-extended
    SPECIAL, // a value that the wave knows: `special`
};

enum special {
    SPECIAL_SCC,
    SPECIAL_VCCZ,
    SPECIAL_EXECZ,
    SPECIAL_SHARED_BASE,
    SPECIAL_SHARED_LIMIT,
    SPECIAL_PRIVATE_BASE,
    SPECIAL_PRIVATE_LIMIT,
    SPECIAL_FLAT_SCRATCH_LO, // src_flat_scratch_base_lo
    SPECIAL_FLAT_SCRATCH_HI,
};

struct operand {
    enum operand_kind kind;
    enum special special;
    uint16_t index;       // VECTOR, SCALAR: the first register
    uint8_t registers;    // and how many
    bool negate;          // -v1, of floating-point operands
    bool absolute;        // |v1|
    bool extend;          // sext(v1), of SDWA
    bool half, high_half; // v1.l, v1.h: half is set for both
    uint64_t value;
    double real;
};

// What an operand is for an operation. The letter says how the bits are read, the number how many
// there are.
enum operand_type {
    T_NONE,
    T_B16, // zero-extended to 32 bits where an operation reads it
    T_I16, // sign-extended
    T_F16,
    T_BF16,
    T_B32,
    T_I32,
    T_F32,
    T_B64,
    T_I64,
    T_F64,
    T_B96,
    T_B128,
    T_B256,
    T_B512,
    T_B1024,
    T_MASK, // a bit for each lane: one scalar register for waves of 32, two for waves of 64
    T_ANY,  // of any width: a memory instruction's data
    T_TEXT, // not a register: sendmsg(...), hwreg(...), a branch's distance
};

// Whether an operand of this type has two registers.
static inline bool is_wide(enum operand_type type) {
    return type == T_B64 || type == T_I64 || type == T_F64;
}

struct instruction;
struct wave;

// What a wave does after an instruction.
enum outcome {
    GO_ON,  // the next instruction
    JUMPED, // w->pc was set
    YIELD,  // the next instruction, after other waves had a turn
    WAITS,  // at a barrier; the next instruction comes after it
    ENDED,
    FAILED, // s_trap or s_sethalt: the queue reports an exception
};

typedef enum outcome execute(struct wave *w, const struct instruction *in);

// A row of a table of operations.
struct operation {
    const char *name; // without _e32, _e64, _dpp, _sdwa
    // The operands in the order of the text: "b32 mask = b32 b32 mask". What is written is left of
    // the '='. A type with '?' may be missing; '&' after a written one: it is read, too.
    const char *form;
    execute *run;
    // For `run`: what it computes (struct vector's or struct scalar's functions), or NULL.
    void (*evaluate)(void *at);
    unsigned detail; // for `run`
};

enum { MAX_FORM = MAX_OPERANDS };

// Bits of `detail` that the generic code knows.
enum {
    ANY_TEXT = 1u << 31,   // what follows the mnemonic does not matter
    COMES_BACK = 1u << 29, // a memory instruction: what it writes is written later (waits.h)
    KEEPS_HIGH = 1u << 30, // a 16-bit result leaves the register's other half as it is on gfx9, too
};

// What the modifiers of an instruction say.
struct modifiers {
    bool clamp, glc, sc0, sc1, nt, offen, gds, bound_ctrl, fetch_inactive;
    bool returns; // an atomic that returns what was there
    bool has_dpp, has_dpp8, has_sdwa;
    uint8_t output;                            // omod: 0, 1: times 2, 2: times 4, 3: divided by 2
    uint8_t op_sel, op_sel_hi, neg_lo, neg_hi; // bit i: of operand i among those that are read;
                                               // op_sel has the bit of the result after them
    uint8_t op_sel_count;
    uint16_t dpp; // enum dpp_control and its number
    uint8_t row_mask, bank_mask;
    uint8_t dpp8[8];
    uint8_t src_sel[2], dst_sel, dst_unused; // SDWA: enum sdwa_select, enum sdwa_unused
    int32_t offset, offset1;                 // offset0 is `offset`
    uint8_t bitop;                           // v_bitop3
};

enum sdwa_select { BYTE_0, BYTE_1, BYTE_2, BYTE_3, WORD_0, WORD_1, DWORD };
enum sdwa_unused { UNUSED_PAD, UNUSED_SEXT, UNUSED_PRESERVE };

// dpp_control * 256 + number
enum dpp_control {
    DPP_QUAD_PERM, // the number has 2 bits for each of 4 lanes
    DPP_ROW_SHL,
    DPP_ROW_SHR,
    DPP_ROW_ROR,
    DPP_WAVE_SHL,
    DPP_WAVE_ROL,
    DPP_WAVE_SHR,
    DPP_WAVE_ROR,
    DPP_ROW_MIRROR,
    DPP_ROW_HALF_MIRROR,
    DPP_ROW_BCAST,
    DPP_ROW_SHARE, // row_newbcast of gfx90a
    DPP_ROW_XMASK,
};

struct instruction {
    const struct operation *operation;
    uint8_t size; // in bytes
    uint8_t written_count, operand_count;
    struct operand operands[MAX_OPERANDS]; // written ones first, as the text has them
    enum operand_type types[MAX_OPERANDS];
    bool also_read[MAX_OPERANDS];
    struct modifiers modifiers;
    int64_t number; // s_nop's, a branch's distance in units of 4 bytes, sendmsg's, the first bit of
                    // hwreg ...
    uint32_t waits; // s_waitcnt: see waits.h
    uint16_t vectors; // so many vector registers (of each kind) it needs a kernel to have
    uint16_t accumulators;
    uint16_t scalars;
    struct instruction *second; // of v_dual_...: executed together with this one
    char text[120];
    struct tally tally; // if that is counted (counts.h)
};

#endif
