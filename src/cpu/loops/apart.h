// apart.h - arrays of their own for the lanes that the main loop leaves.
//
// The main loop becomes straight code with vectors, and the arrays of lanes that it accesses would
// become registers. But the copy of the code for other lanes (split.h) takes one lane after the
// other, where LLVM makes no vectors of it, and finds an element by the lane's number. That keeps
// an array in memory, also for the main loop. So the copy gets an array of its own:
//
//     for each lane: a[lane] = ...
//
// becomes
//
//     own = a
//     for each lane: own[lane] = ...
//     a = own
#ifndef OC_APART_H
#define OC_APART_H

#include "cpu/loops/copy.h"

// Gives a copy of a region's code such arrays. The block `before` runs before the copy's loop and
// the block `after` runs after it. Both end with a branch.
void oc_apart_arrays(struct oc_threads *threads, const struct oc_copy *copy,
                     LLVMBasicBlockRef before, LLVMBasicBlockRef after);

#endif
