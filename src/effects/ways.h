// ways.h - where the sides of a function's branches lead to. Blocks have the numbers of paths.h.
#ifndef OC_WAYS_H
#define OC_WAYS_H

#include "ir/paths.h"

struct oc_sides;

struct oc_ways {
    struct oc_paths paths;
    struct oc_sides *sides; // of each block, once that was asked
};

void oc_ways_read(struct oc_arena *arena, LLVMValueRef function, struct oc_ways *out);

// Whether a side of a block's branch leads to a block, before the branch is come to again.
bool oc_ways_lead(struct oc_ways *ways, size_t branch, unsigned side, size_t to);

// Whether there is a way on which a side of a branch leads to the function's end, and not to the
// branch again.
bool oc_ways_end(struct oc_ways *ways, size_t branch, unsigned side);

// Whether a block may be come to again after itself.
bool oc_ways_loop(struct oc_ways *ways, size_t block);

// Whether a side of a branch leads to a phi; and whether both do, by different edges.
bool oc_ways_lead_to_phi(struct oc_ways *ways, size_t branch, unsigned side, LLVMValueRef phi);
bool oc_ways_part(struct oc_ways *ways, size_t branch, LLVMValueRef phi);

// Whether a phi has a value before the first turn of a loop, and others in later ones.
bool oc_ways_begin_loop(struct oc_ways *ways, LLVMValueRef phi);

#endif
