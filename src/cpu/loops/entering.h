// entering.h - where the phis in the heads of regions get their values from.
//
// A value that enters a phi from another region goes through a place of the phi (slots.h): the
// regions before write it, and the phi's region reads it. Two phis may share a place, which saves
// a copy: the phi of a loop, and a phi after the loop that takes a value from the loop. That phi
// may be one of another loop, and so on. This module decides which regions write a place, and which
// phis share one. carry.h makes the code.
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
    struct oc_entering *partner; // another phi with the same place, or NULL; the regions before
                                 // each of the two phis write the place
    struct oc_entering *host;    // the phi whose place it is; NULL: this phi has its own
    struct oc_edge *edges;
    size_t edge_count;
    LLVMValueRef place; // set by carry.c
};

// Lists the phis in all heads as threads->entering, and sets threads->writing. Call it before the
// blocks of the loops are made.
void oc_entering_plan(struct oc_threads *threads);

// Decides which phis share a place.
void oc_entering_share(struct oc_threads *threads);

// The entry of threads->entering that is about a phi. NULL: it is not a phi in a head.
struct oc_entering *oc_entering_of(const struct oc_threads *threads, LLVMValueRef phi);

// Whether a phi in a head requires no loop over threads in its region. That is so if it has one
// value for all threads, or if each thread's value stays in the place (`keeps`).
bool oc_entering_costs_nothing(const struct oc_threads *threads, LLVMValueRef phi);

// Whether a region needs no loop over threads, because all threads would compute the same values
// and do nothing else.
bool oc_entering_is_scalar(const struct oc_threads *threads, size_t region);

// Whether a phi's incoming value comes from outside of the phi's region.
bool oc_entering_is_external(const struct oc_threads *threads, LLVMValueRef phi, unsigned incoming);

// The phi in whose place a value stays as long as the value is used, because it is the next value
// that enters the phi; and that place. NULL: there is no such phi.
const struct oc_entering *oc_entering_holder(const struct oc_threads *threads, LLVMValueRef value);
LLVMValueRef oc_entering_place(const struct oc_threads *threads, LLVMValueRef value);

#endif
