// groupsteps.h - lane functions in the code of one group of lanes (groups.h).
//
// The code is cut at a lane function, and a loop runs each piece for all lanes. What the lanes pass
// is computed with once between the loops, as a vector: this is a step. A call
//
//     r = __offloadcc_group_exchange_32(value, by, how)
//
// becomes
//
//     in[lane] = value; step(in, out, what, how, by); r = out[lane]
//
// and where all lanes get the value of one, that lane alone stores it. The call `step` is a
// barrier, and stays between the loops (loops/connect.h). When they have been made, vector
// instructions take its place. They are shuffles of a constant distance, ballots, reductions
// without a mask, and stores of one lane after the other (packing.h). For others the step copies
// the vector, from which each lane takes what it wants: neighbours in one load where the distance
// is the same for all.
//
// Where not all lanes take part (grouppaths.h), each stores whether it does. The step uses that,
// and stores the mask of those lanes.
#ifndef OC_GROUPSTEPS_H
#define OC_GROUPSTEPS_H

#include "ir/ir.h"

// Replaces the lane functions of a group's code by steps. The arrays are shared variables, which
// are added to `shared`.
void oc_groupsteps_make(struct oc_ir *ir, LLVMValueRef function, struct oc_values *shared);

// Replaces the steps by vector instructions.
void oc_groupsteps_expand(struct oc_ir *ir, LLVMValueRef function);

#endif
