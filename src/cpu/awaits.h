// awaits.h - lane functions with a mask: lanes of the mask wait for each other, also where they
// come to the call in different turns of a loop:
//
//     for (int j = 0; j < 2; j++)
//         if (j == offload_lane_id() % 2)
//             sum = offload_lane_reduce_add(value, offload_all_lanes);
//
// Before such a call there is one of OC_NAME_AWAIT_LANES with the mask. Coroutines execute it
// (builtins/cpufibres.h). In the code of one group of lanes, other code takes its place
// (grouppaths.h), or none: mostly, all lanes of the mask come in the same turn.
#ifndef OC_AWAITS_H
#define OC_AWAITS_H

#include "ir/ir.h"
#include "ir/llvm_shim.h"

// Removes all such calls from a function.
void oc_awaits_drop(struct oc_ir *ir, LLVMValueRef function);

// Keeps the loops around such calls from being unrolled: a call in a loop has to stay one call.
void oc_awaits_keep_loops(struct oc_ir *ir, LLVMValueRef function);

// Removes the calls whose lanes come in the same turn of each loop, if the conditions around a call
// show that. Keeps the loops around the other calls from being unrolled.
void oc_awaits_drop_needless(struct oc_ir *ir, LLVMValueRef function);

// What is known of a function's blocks.
struct oc_awaits_view {
    // Whether lanes of a group may take different ways at the end of a block.
    bool (*parts)(const struct oc_awaits_view *self, LLVMBasicBlockRef block);
    // Whether a block of code has a barrier of the block of threads.
    bool (*has_barrier)(const struct oc_awaits_view *self, LLVMBasicBlockRef block);
};

// The second, on a CPU.
bool oc_awaits_has_barrier(const struct oc_awaits_view *view, LLVMBasicBlockRef block);

// Finds the loops in which lanes may come to the call in different turns: in a turn, some lanes
// come to the call, and others begin the next turn without it. Returns the outermost of these
// loops, or NULL if there is none.
//
// The loops around the call are looked at from the innermost to the outermost. A loop with a
// barrier, and the loops around it, are not returned: lanes that wait for others would keep these
// from passing the barrier. Nor is a loop in which a lane function returns the mask, nor the loops
// around that: the lanes of such a mask come in one turn.
const struct oc_loop *oc_awaits_loop(const struct oc_loop_info *loops, LLVMValueRef await,
                                     const struct oc_awaits_view *view);

#endif
