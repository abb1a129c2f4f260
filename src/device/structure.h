// structure.h - gives a function's branches a structure in which lanes that a branch parts meet
// again before others come to them.
//
// In `if (a) { if (b) break; f(); } g();`, the lanes that come to g are those that have not left
// the loop, which other lanes cannot know. Afterwards, all lanes that have come to the first branch
// first meet, and then part into those that leave the loop and those that go on.
#ifndef OC_STRUCTURE_H
#define OC_STRUCTURE_H

#include "ir/ir.h"

// Does that with a function that is a kernel or is called by kernels. Returns false after a
// reported failure.
bool oc_structure_make(struct oc_ir *ir, LLVMValueRef function);

// Leads all ways to a return to one.
void oc_structure_join_returns(struct oc_ir *ir, LLVMValueRef function);

// Runs LLVM's passes over a function, also if it must not be optimised. Returns false after a
// reported failure.
bool oc_structure_run(struct oc_ir *ir, LLVMValueRef function, const char *passes);

#endif
