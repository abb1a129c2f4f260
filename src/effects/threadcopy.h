// threadcopy.h - a copy of a module in which kernels' code is simple enough to be read.
//
// It has the kernels' thread functions (glue.h) alone. What they call is inlined, variables are
// values, and branches whose outcome is known are gone. Loops are as in the source. Indices, and
// the part of offload_for's range that a block has, are values that algebra.h knows.
#ifndef OC_THREADCOPY_H
#define OC_THREADCOPY_H

#include "ir/ir.h"
#include "model/unit.h"

// Makes the copy of a module that is as the front end made it; the caller disposes of it.
// `unoptimised`: see effects.h. Returns NULL after a reported failure.
LLVMModuleRef oc_threadcopy_make(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised);

// The thread function of a kernel in the copy. NULL: it is not in the module.
LLVMValueRef oc_threadcopy_find(struct oc_ir *ir, LLVMModuleRef copy, const char *kernel);

#endif
