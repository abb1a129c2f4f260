// onelane.h - loops over the lanes of a group in which only one lane does something.
//
// After a reduction, `if (offload_lane_id() == 0) y[i / 32] = sum;` is
//
//     for each lane: if (lane == 0) y[...] = sum
//
// of which LLVM makes a scatter with a mask of one lane. Here that loop runs for the one lane.
// Which one it is may be computed: `if (lane == leader)`. It must be the same for all lanes.
#ifndef OC_ONELANE_H
#define OC_ONELANE_H

#include "ir/ir.h"

// Changes such loops of the code of a group. Returns whether there were any.
bool oc_onelane_run(struct oc_ir *ir, LLVMValueRef function);

#endif
