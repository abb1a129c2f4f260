// vector.h - instructions that compute something in each lane (VOP1, VOP2, VOP3, VOP3P, VOPC, VOPD,
// DPP, SDWA).
//
// `run_vector` reads the operands as the form says into arrays with an element for each lane, calls
// the operation's function, and writes what this computed to the lanes that are active. Modifiers
// of operands and results (neg, abs, sext, op_sel, DPP, SDWA, clamp, omod) are its business; an
// operation computes from plain numbers, for all lanes, also for those that are not active.
#ifndef AMD_VECTOR_H
#define AMD_VECTOR_H

#include "wave.h"

// A value for each lane. Which member is used follows from the operand's type: T_B16, T_I16: u32,
// i32; T_F16: f16.
union lanes {
    uint32_t u32[MAX_LANES];
    int32_t i32[MAX_LANES];
    float f32[MAX_LANES];
    uint64_t u64[MAX_LANES];
    int64_t i64[MAX_LANES];
    double f64[MAX_LANES];
    _Float16 f16[MAX_LANES];
} __attribute__((aligned(64)));

enum { MAX_SOURCES = 4 };

struct vector {
    union lanes in[MAX_SOURCES]; // by the order of what is read, without masks
    union lanes out;
    uint64_t mask_in, mask_out; // T_MASK operands: bit i is lane i's
    unsigned lanes;             // 32 or 64: so many elements
    uint64_t active;            // lanes whose results are written
    const struct wave *wave;
    const struct instruction *instruction;
    uint32_t mode; // the register MODE: see float.h
};

execute run_vector;  // the operation has a result in vector registers, and perhaps a mask as well
execute run_packed;  // v_pk_...: the operation computes the two halves one after the other
execute run_compare; // the result is a mask: evaluate gives mask_out
execute run_compare_exec; // v_cmpx_...: and it goes to EXEC (before gfx10 also to the operand)

// How many lanes, as one of two constants: loops over them are vectorised, and have no remainder.
#define LANES_OF(at) ((at)->lanes > 32 ? 64 : 32)

// What is written for each lane by `evaluate` functions.
#define VECTOR(name, expression, result)                                                           \
    static void name(void *argument) {                                                             \
        struct vector *at = argument;                                                              \
        const unsigned lanes = LANES_OF(at);                                                       \
        for (unsigned l = 0; l < lanes; l++)                                                       \
            at->out.result[l] = expression;                                                        \
    }

#endif
