// kinds.h - sorts the loops that the threads of a row do not run alike, by what can be done with
// them.
//
// Threads leave such a loop at different times, or some threads do not come to it. together.h
// changes loops to which all threads come. detour.h makes all threads come to the others.
#ifndef OC_KINDS_H
#define OC_KINDS_H

#include "cpu/loops/alike.h"

enum oc_loop_kind {
    OC_LOOP_OTHER,     // nothing can be done: each thread runs it alone
    OC_LOOP_TOGETHER,  // threads leave it at different times, and repeat their last turn until all
                       // have left it
    OC_LOOP_MASKED,    // threads leave it at different times. Those that have left it compute other
                       // values, which are not used. Their counters go on with the others'
    OC_LOOP_COMMON,    // the threads that come to it run it alike
    OC_LOOP_DETOUR,    // some threads do not come to it. They can be led to it and leave it at once
    OC_LOOP_DETOUR_IN, // some threads do not come to it. They can be led to it and run its code
};

// A loop of a thread's code.
struct oc_loop {
    const struct oc_threads *threads;
    const struct oc_body *body; // the code around it
    struct oc_bits nodes;       // its nodes
    unsigned latch, head;       // the nodes of its last and first block: its edge back goes between
                                // them
    enum oc_loop_kind kind;
    LLVMValueRef runs; // a bit. False: the thread was led to the loop and runs its code, but its
                       // results are not used. NULL: all threads come to the loop by themselves
};

// The loops in the code of an x loop that can be changed.
struct oc_loop_list {
    struct oc_body body;
    struct oc_uniform uniform;
    struct oc_loop *items; // the loops to which all threads come, or were led
    size_t count;
    struct oc_loop to_detour; // the first loop to which all threads are to be led. If there is no
                              // such loop, its kind is OC_LOOP_OTHER
    struct oc_bits seen;      // nodes that need not be looked at: those of listed loops, and those
                              // of copies that threads run alone
};

// Lists the loops in the code of an x loop, which must be complete. Leaves out loops that all
// threads run alike, and loops inside listed ones. `runs` are the conditions that oc_detour_make
// returned for loops whose code all threads run. Returns false if there is a loop of the kind
// OC_LOOP_OTHER.
bool oc_kinds_list(const struct oc_threads *threads, const struct oc_loops *loops,
                   const struct oc_values *runs, struct oc_loop_list *out);

// Whether a phi of the loop's first block grows by the same number in each turn. Then sets `next`
// to the addition that computes its value for the next turn.
bool oc_kinds_counts(const struct oc_loop *loop, LLVMValueRef phi, LLVMValueRef *next);

#endif
