// entering.h - where the phis in the heads of regions get their values from.
//
// A value that enters a phi from another region goes through a place of the phi (slots.h): the
// regions before write it, and the phi's region reads it. Phis may have one place in common, which
// saves a copy: the phi of a loop, and a phi after the loop that takes a value from it; and so on
// to the next loop. This module decides who writes and who shares; carry.h does it.
#ifndef OC_ENTERING_H
#define OC_ENTERING_H

#include "cpu/loops/nest.h"

// One edge into a phi from outside of its region.
struct oc_edge {
    LLVMValueRef value;
    LLVMBasicBlockRef block; // the edge's source
    size_t from;             // the region of that block
};

struct oc_entering {
    LLVMValueRef phi;
    size_t region;               // of the phi
    bool uniform;                // the place is a variable; else it is an array
    bool keeps;                  // other regions can read the phi's value in the place, because it
                                 // is written only when control goes to the phi next
    struct oc_entering *partner; // another phi with the same place, which the regions before both
                                 // phis write; or NULL
    struct oc_entering *host;    // whose place it is; NULL: the phi's own
    struct oc_edge *edges;
    size_t edge_count;
    LLVMValueRef place; // set by carry.c
};

// Lists the phis in all heads as threads->entering, and sets threads->writing. Call it before the
// blocks of the loops are made.
void oc_entering_plan(struct oc_threads *threads);

// Decides which phis share a place.
void oc_entering_share(struct oc_threads *threads);

// Whether a phi in a head does not require a loop over threads in its region: it has one value for
// all threads, or each thread's value stays in the place (`keeps`).
bool oc_entering_costs_nothing(const struct oc_threads *threads, LLVMValueRef phi);

// Whether a region needs no loop over threads, because all threads would compute the same values
// and do nothing else.
bool oc_entering_is_scalar(const struct oc_threads *threads, size_t region);

// Whether a phi's incoming value comes from outside of the phi's region.
bool oc_entering_is_external(const struct oc_threads *threads, LLVMValueRef phi, unsigned incoming);

// If a value is what enters some phi next, and its place has the value as long as it is used: that
// place. Else NULL.
LLVMValueRef oc_entering_place(const struct oc_threads *threads, LLVMValueRef value);

#endif
