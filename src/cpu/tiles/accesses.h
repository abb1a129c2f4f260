// accesses.h - what a thread does with memory, while it is traced (trace.h).
#ifndef OC_ACCESSES_H
#define OC_ACCESSES_H

#include "cpu/tiles/forks.h"
#include "cpu/tiles/trace.h"

enum { OC_MAX_FOLLOWED = 8 };

// A branch of which a thread is assumed to take one side.
struct oc_assumed {
    unsigned assumption;       // its number
    LLVMBasicBlockRef meeting; // where the branch is over; NULL: at the thread's end
};

struct oc_tracer {
    struct oc_ir *ir;
    struct oc_trace *trace;
    const struct oc_values *shared; // variables
    LLVMValueRef dynamic;           // the first call that returns the dynamic shared memory
    struct oc_forks forks;
    struct oc_evaluation *evaluation;
    struct oc_map usual;                     // branches, and which successor is the usual one
    struct oc_map for_tiles;                 // loads, and whether they are only for tiles
    struct oc_map form_of;                   // loads, and the numbers of their forms
    struct oc_known *phis;                   // room for the phis of a block
    struct oc_known *sides[OC_MAX_FOLLOWED]; // by depth: room for the phis where two sides meet
    size_t steps;                            // of all threads
    unsigned reading, writing;               // bit p: other memory is accessed in phase p
    bool reads_anywhere;                     // at addresses that are not known

    // Of the thread that is followed:
    unsigned phase;
    unsigned depth;  // how many branches around the place are followed on both sides
    uint64_t active; // bit i: the branch of assumption i is not over
    struct oc_assumed branches[OC_MAX_ASSUMPTIONS]; // the branches of `active`, the outermost first
    size_t branch_count;
    const struct oc_facts *followed; // the facts of the branches that `depth` counts
};

// Follow a load or a store. Return false if the trace ends with it.
bool oc_accesses_load(struct oc_tracer *tracer, LLVMValueRef instruction, struct oc_known *out);
bool oc_accesses_store(struct oc_tracer *tracer, LLVMValueRef instruction);

// Sets the evaluation's facts: those of the branches that the thread is in.
void oc_accesses_set_facts(struct oc_tracer *tracer);

#endif
