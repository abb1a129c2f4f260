// leavers.h - where threads of a block leave the way to the next barrier, as by a return, and what
// the others do then (returned.h).
#ifndef OC_LEAVERS_H
#define OC_LEAVERS_H

#include "cpu/analysis/regions.h"

enum { OC_MOST_LEAVINGS = 16 };

// A branch at which threads leave.
struct oc_leaving {
    LLVMValueRef branch;
    unsigned side;            // the number of the successor that leads to the barrier
    LLVMBasicBlockRef leaves; // the other successor
    long region;              // in which it is
};

// Where a value is computed that all threads of a block compute.
enum oc_leavers_place {
    OC_AT_HEAD = 1, // of its region
    OC_AT_END       // of its region, if a thread is left
};

// A way by which threads that have left come to what all do.
struct oc_leavers_way {
    const struct oc_leaving *guard;
    LLVMBasicBlockRef from;
    unsigned successor; // its number
};

struct oc_leavers_ways {
    struct oc_leavers_way *items;
    size_t count, capacity;
};

struct oc_leavers {
    struct oc_edit *edit;
    LLVMValueRef function;
    struct oc_body original; // and what every way from its nodes passes
    struct oc_bits *passed;
    struct oc_leaving guards[OC_MOST_LEAVINGS];
    size_t guard_count;
    bool at_switch; // threads leave at a switch: nothing else was looked for
    // The thread's code, without the ways of those that leave.
    struct oc_body body;
    struct oc_uniform uniform;
    struct oc_regions regions;
    bool *guarding, *late;       // of each region: threads leave in it; threads have left before it
    LLVMBasicBlockRef meeting;   // where those that left and the others come together
    LLVMBasicBlockRef barrier;   // an added one at the meeting. NULL: nothing is done from there on
    struct oc_leavers_ways ways; // to the meeting, or to where nothing is done any more
    struct oc_map places;        // of values that all threads compute
};

// Reads a function. If it has such branches and can be changed: sets *out, adds the barrier to the
// function, and returns true. `only_returns`: not if threads do something after the meeting.
bool oc_leavers_find(struct oc_edit *edit, LLVMValueRef function, bool only_returns,
                     struct oc_leavers *out);

// Whether threads leave in a region, or have left before.
bool oc_leavers_change(const struct oc_leavers *leavers, long region);

// Whether a block ends with such a branch.
bool oc_leavers_at_guard(const struct oc_leavers *leavers, LLVMBasicBlockRef block);

// Whether a value of a region can be computed at its head: by all threads, though only those that
// stay need it. Then adds it to the places, with what it is computed from.
bool oc_leavers_to_head(struct oc_leavers *leavers, LLVMValueRef value, long region);

// The first instruction of a block that is not a phi.
LLVMValueRef oc_leavers_after_phis(LLVMBasicBlockRef block);

// Calls the barrier at the builder's position.
void oc_leavers_call_barrier(const struct oc_edit *edit);

#endif
