// entering.h - where the phis at the heads of regions get their values from.
//
// What enters a phi from outside of its region goes through a place of the phi's own (slots.h),
// which the regions before write and the phi's region reads. Two phis have one place in common
// where that saves a copy: a loop's, and the one after the loop that takes what came out of it.
// Here is decided who writes and who shares; carry.h does it.
#ifndef OC_ENTERING_H
#define OC_ENTERING_H

#include "cpu/loops/nest.h"

// One way into a phi from outside of its region.
struct oc_edge {
    LLVMValueRef value;
    LLVMBasicBlockRef block;
    size_t from; // region
};

struct oc_entering {
    LLVMValueRef phi;
    size_t region;
    bool uniform;                // the place is a variable, else an array
    bool keeps;                  // the place holds the phi's value for other regions, too: it is
                                 // written only where control goes to the phi next
    struct oc_entering *partner; // the other phi that has the same place, which the regions before
                                 // both then write; or NULL
    bool is_guest;               // the place is made for the partner
    struct oc_edge *edges;
    size_t edge_count;
    LLVMValueRef place; // carry.c
};

// Looks at the phis of all heads; before the loops' shells are made. Sets `entering` and `writing`.
void oc_entering_plan(struct oc_threads *threads);

// Decides which phis share a place.
void oc_entering_share(struct oc_threads *threads);

// Whether a head's phi costs its region no loop over threads: it has one value for all of them, or
// they find theirs where it is.
bool oc_entering_costs_nothing(const struct oc_threads *threads, LLVMValueRef phi);

// Whether all threads of a region would do the same and no more than compute values: then one does.
bool oc_entering_is_scalar(const struct oc_threads *threads, size_t region);

// Whether a phi's incoming value comes from outside of the phi's region.
bool oc_entering_is_external(const struct oc_threads *threads, LLVMValueRef phi, unsigned incoming);

// The place that holds a thread's value as long as that is used, because it is some phi's next one;
// or NULL.
LLVMValueRef oc_entering_place(const struct oc_threads *threads, LLVMValueRef value);

#endif
