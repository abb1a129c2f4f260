// leavers.h - where some threads of a block leave, and what can be changed so that all go on
// (returned.h).
//
// A guard is a branch that not all threads of a block take alike, and of whose two sides one leads
// to a barrier and the other does not, as in `if (i >= n) return;`. Threads that take the other
// side are its leavers. Leavers and the threads that stay meet again in one block, the meeting,
// which is the end of the thread's code after a return.
#ifndef OC_LEAVERS_H
#define OC_LEAVERS_H

#include "cpu/analysis/regions.h"

enum { OC_MOST_LEAVINGS = 16 };

struct oc_leaving {           // a guard
    LLVMValueRef branch;      // its two successors have the numbers 0 and 1
    unsigned side;            // the number of the successor from which a barrier can be reached
    LLVMBasicBlockRef leaves; // the other successor
    long region;              // the number of the region that has the branch (regions.h)
};

// Where in its region a value is computed by all threads of a block.
enum oc_leavers_place {
    OC_AT_HEAD = 1, // at the region's head
    OC_AT_END       // at its end, if a thread of the block has not left
};

// An edge at the end of the code that only leavers run.
struct oc_leavers_way {
    const struct oc_leaving *guard;
    LLVMBasicBlockRef from; // the last block that only leavers run, or the guard's
    unsigned successor;     // the number of the successor of `from`
};

struct oc_leavers_ways {
    struct oc_leavers_way *items;
    size_t count, capacity;
};

struct oc_leavers {
    struct oc_edit *edit;
    LLVMValueRef function;
    struct oc_body original; // the thread's code as it was
    struct oc_bits *passed;  // of its nodes (oc_body_post_dominators)
    struct oc_leaving guards[OC_MOST_LEAVINGS];
    size_t guard_count;
    bool at_switch; // a switch parts the threads: nothing else was looked for
    // The thread's code as if no thread left: both sides of each guard lead to the barrier. The
    // blocks that only leavers run are not in it.
    struct oc_body body;
    struct oc_uniform uniform;
    struct oc_regions regions;
    bool *guarding, *late;     // of each region: threads leave in it; threads have left before it
    LLVMBasicBlockRef meeting; // the first block that leavers and other threads both come to
    LLVMBasicBlockRef barrier; // was added after the meeting. NULL: nothing after it has an effect
    struct oc_leavers_ways ways; // of all guards
    struct oc_map places;        // of values that all threads compute
};

// Reads a function. If it has guards and can be changed: sets *out, adds the barrier to the
// function, and returns true. `only_returns`: not if code after the meeting has an effect.
bool oc_leavers_find(struct oc_edit *edit, LLVMValueRef function, bool only_returns,
                     struct oc_leavers *out);

// Whether a region has a guard, or comes after one.
bool oc_leavers_change(const struct oc_leavers *leavers, long region);

// Whether a block ends with a guard.
bool oc_leavers_at_guard(const struct oc_leavers *leavers, LLVMBasicBlockRef block);

// Whether a value of a region can be computed at its head: by all threads, though only those that
// stay need it. Then adds it to the places, with what it is computed from.
bool oc_leavers_to_head(struct oc_leavers *leavers, LLVMValueRef value, long region);

// Calls the barrier at the builder's position.
void oc_leavers_call_barrier(const struct oc_edit *edit);

#endif
