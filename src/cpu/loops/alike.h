// alike.h - finds loops that all threads of a row run alike.
//
// In `for (k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column]` the control flow of the
// loop is the same for all threads. Such loops can be moved outside of the loop over threads
// (strips.h), which pays if neighbouring threads then access neighbouring elements.
#ifndef OC_ALIKE_H
#define OC_ALIKE_H

#include "cpu/loops/nest.h"

// The kinds of metadata of the addition that counts the turns of threads at an array (stride.h),
// and of one that counts turns in which no thread is idle (fullturns.h). The latter has both.
#define OC_TURNS_METADATA "offloadcc.turns"
#define OC_FULL_TURNS_METADATA "offloadcc.turns.full"

// The kind of metadata of one in a loop that does several such turns at once.
#define OC_SEVERAL_TURNS_METADATA "offloadcc.turns.several"

// The kind of metadata of one that counts the turns of groups of lanes (groupturns.h).
#define OC_GROUP_TURNS_METADATA "offloadcc.turns.groups"

// Whether an instruction counts turns in which no thread is idle.
bool oc_alike_counts_turns(LLVMValueRef instruction);

struct oc_alike {
    struct oc_body body;       // the code of the x loop
    struct oc_uniform uniform; // the values in it that are the same for all x
    struct oc_bits cuts;       // the nodes whose branches leave the loops
    struct oc_bits in_loops;   // the loops' nodes
    struct oc_bits in_others;  // those of loops in which threads do not take turns
    bool bounded;              // an index in one of the loops is kept within bounds (neighbours.h)
    bool turns;                // threads take turns in one of the loops (fullturns.h)
    bool several;              // one of them does several turns at once
    bool together;             // one of the loops runs while enough threads go on (together.h)
    struct oc_bits alone;      // nodes of the copy of such a loop that a thread runs alone
    size_t widest;             // the bytes of the largest value that a thread keeps, in those loops
    size_t kept;               // the bytes that a thread keeps from one iteration to the next, in
                               // the loop with the most
    size_t instructions;       // how many the code has
    size_t loop_instructions;  // how many of them are in the loops
};

// Analyses the code of an x loop, which must be complete. Returns false if it uses memory that the
// threads have in common by mistake: stack variables.
bool oc_alike_analyze(const struct oc_threads *threads, const struct oc_loops *loops,
                      struct oc_body *body, struct oc_uniform *uniform);

// Adds to `alone` the nodes of the copies of loops that a thread runs alone (together.h).
void oc_alike_find_alone(const struct oc_body *body, struct oc_bits alone);

// Examines the code of an x loop, which must be complete. Returns whether it has such loops, no
// loops of other kinds, and strips over them pay. Loops that LLVM will unroll completely do not
// count.
bool oc_alike_find(const struct oc_threads *threads, const struct oc_loops *loops,
                   struct oc_alike *out);

#endif
