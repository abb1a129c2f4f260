// scalar.h - instructions that compute one value for a wave (SOP1, SOP2, SOPC, SOPK).
#ifndef AMD_SCALAR_H
#define AMD_SCALAR_H

#include "wave.h"

enum { MAX_SCALAR_SOURCES = 4 };

// What an operation reads and computes. Sources are zero-extended to 64 bits, those of T_I32 and
// T_I16 sign-extended; floating-point ones are their bits.
struct scalar {
    uint64_t in[MAX_SCALAR_SOURCES]; // by the order of what is read
    uint64_t out;
    bool scc;        // what it is, and what it will be
    bool is_skipped; // the result is not written (s_cmov)
    struct wave *wave;
    const struct instruction *instruction;
};

execute run_scalar;

// An operation's function: `result` is written, and SCC becomes `carry`.
#define SCALAR(name, result, carry)                                                                \
    static void name(void *argument) {                                                             \
        struct scalar *at = argument;                                                              \
        uint64_t a = at->in[0], b = at->in[1];                                                     \
        (void)a, (void)b;                                                                          \
        at->out = (uint64_t)(result);                                                              \
        at->scc = (carry);                                                                         \
    }

#endif
