// laneloops.h - loops around lane functions that take few turns: the rounds of reductions, scans
// and sorts over the lanes of a group.
//
// Unrolled, each round has a constant distance, and is a step that moves a vector's elements
// (groupsteps.h). A sort has a loop in a loop, and how many turns the inner one takes depends on
// the outer one:
//
//     for (k = 2; k <= 32; k *= 2)
//         for (j = k / 2; j > 0; j /= 2)
#ifndef OC_LANELOOPS_H
#define OC_LANELOOPS_H

#include "ir/ir.h"

// Unrolls such loops of a group's code. Returns false after a reported failure.
bool oc_laneloops_unroll(struct oc_ir *ir, LLVMValueRef function);

#endif
