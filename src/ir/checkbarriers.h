// checkbarriers.h - -foffload-check on GPUs: threads of a block that wait at different barriers.
//
// Barriers are the same if they are at one line. Each barrier gets a number. Before and after
// a barrier, functions of src/builtins/gpumeets.h are called with the number. Kernels in which all
// barriers are at one line, or no branch is before a barrier, need none of this.
#ifndef OC_CHECKBARRIERS_H
#define OC_CHECKBARRIERS_H

#include "ir/ir.h"

// In an entry into which everything has been inlined.
void oc_checkbarriers_place(struct oc_ir *ir, const char *kernel, LLVMValueRef entry);

#endif
