// kinds.h - tells loops apart in which the threads of a row do not all have the same turns: those
// in which they can stay together (together.h), and those to which they are to be led first
// (detour.h).
#ifndef OC_KINDS_H
#define OC_KINDS_H

#include "cpu/loops/alike.h"

enum oc_loop_kind {
    OC_LOOP_OTHER,     // each thread runs it alone
    OC_LOOP_TOGETHER,  // the threads stay together in it
    OC_LOOP_MASKED,    // likewise; counters go on for those that have left it
    OC_LOOP_COMMON,    // those threads that come to it run it alike
    OC_LOOP_DETOUR,    // all threads are to be led to it
    OC_LOOP_DETOUR_IN, // and to run it, if any does
};

// A loop of a thread's code.
struct oc_loop {
    const struct oc_threads *threads;
    const struct oc_body *body; // the code around it
    struct oc_bits nodes;       // its nodes
    unsigned latch, head;       // the nodes of its last and first block: its edge back goes between
                                // them
    enum oc_loop_kind kind;
    LLVMValueRef runs; // a bit: false for threads that do not come to the loop, but are in it with
                       // the others; NULL: all threads come to it
};

// Loops in the code of an x loop.
struct oc_loop_list {
    struct oc_body body;
    struct oc_uniform uniform;
    struct oc_loop *items; // to which all threads come, or were led
    size_t count;
    struct oc_loop to_detour; // the first other. Its kind is OC_LOOP_OTHER if there is none
    struct oc_bits seen; // the nodes of loops that were looked at, and of what threads run alone
};

// Lists the loops in the code of an x loop, which must be complete, but for those that all threads
// run alike, and loops in listed loops. `runs` are the conditions that oc_detour_make returned for
// loops that all threads were to run. Returns false if there is a loop of the kind OC_LOOP_OTHER.
bool oc_kinds_list(const struct oc_threads *threads, const struct oc_loops *loops,
                   const struct oc_values *runs, struct oc_loop_list *out);

// Whether a phi of the loop's first block grows by the same number in each turn. `next` is then
// what it is in the next turn: an addition.
bool oc_kinds_counts(const struct oc_loop *loop, LLVMValueRef phi, LLVMValueRef *next);

#endif
