// parameters.h - the fields of structs that a kernel takes by value are the same for all threads.
//
// The runtime gives such a struct as a pointer to a copy that nothing writes. But to LLVM, any
// store of a thread might change the copy, and so a loop over threads would load the fields again
// in each thread.
#ifndef OC_PARAMETERS_H
#define OC_PARAMETERS_H

#include "ir/ir.h"
#include "model/unit.h"

// Moves loads of such fields before the thread's code, in a body function (glue.h) whose variables
// have been promoted to registers.
void oc_parameters_hoist(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body);

#endif
