// returned.h - threads that return before others wait go on with them, and do nothing.
//
// At a barrier, a thread does not wait for those that have returned. Loops over threads run each
// piece of code between two barriers for all threads of a block, so all threads have to come to
// each barrier. Here the control flow of a kernel in which some return is changed:
//
//     if (i >= n)                 stays = i < n
//         return;
//     a;                          if (stays) a
//     offload_barrier();    is    offload_barrier()
//     b;                          if (stays) b
//
// The same is done where a barrier is in a branch that only some threads take.
//
// A branch may decide which barrier comes next. Its condition must be the same for all threads of
// the block that stay, and is computed by the others, too. Before that, a block in which no thread
// stays ends.
#ifndef OC_RETURNED_H
#define OC_RETURNED_H

#include "ir/ir.h"

// Changes a body whose variables are in registers (oc_simplify_begin). `only_returns`: only where
// threads return, since a check tells the user of barriers in branches. Adds the variables that it
// needs to `shared`, the module's shared variables. Sets *changed, unless it is NULL, to whether
// the code had a form that could be changed. Returns false after a reported failure.
bool oc_returned_go_on(struct oc_ir *ir, LLVMValueRef body, bool only_returns,
                       struct oc_values *shared, bool *changed);

// Removes marks that keep LLVM from leading some threads past code that all come to. Call it when
// no pass follows that changes the control flow.
void oc_returned_finish(struct oc_ir *ir, LLVMValueRef body);

#endif
