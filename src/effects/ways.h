// ways.h - which blocks of a function can be reached from each side of a branch.
//
// Blocks have the numbers of paths.h. A side is the number of a successor: 0 or 1.
#ifndef OC_WAYS_H
#define OC_WAYS_H

#include "ir/paths.h"

struct oc_sides;

struct oc_ways {
    struct oc_paths paths;
    struct oc_sides *sides; // of each block: what was found so far
};

void oc_ways_read(struct oc_arena *arena, LLVMValueRef function, struct oc_ways *out);

// Whether control that leaves `branch` by a side can reach block `to` without passing `branch`
// again.
bool oc_ways_lead(struct oc_ways *ways, size_t branch, unsigned side, size_t to);

// Whether control that leaves `branch` by a side can reach the function's end without
// passing `branch` again.
bool oc_ways_end(struct oc_ways *ways, size_t branch, unsigned side);

// Whether a block is in a loop.
bool oc_ways_loop(struct oc_ways *ways, size_t block);

// Whether control that leaves `branch` by a side can enter a phi's block; and whether, from the two
// sides, it can enter that block by different incoming edges of the phi.
bool oc_ways_lead_to_phi(struct oc_ways *ways, size_t branch, unsigned side, LLVMValueRef phi);
bool oc_ways_part(struct oc_ways *ways, size_t branch, LLVMValueRef phi);

// Whether a phi is at the beginning of a loop: it has one value in the first turn, and others in
// later turns.
bool oc_ways_begin_loop(struct oc_ways *ways, LLVMValueRef phi);

#endif
