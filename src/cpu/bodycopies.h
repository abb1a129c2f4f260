// bodycopies.h - the code of a kernel's blocks, once for each block size that is known.
//
// The blocks function (glue.h), or a function that chooses among bodies (tiles/choose.h), calls the
// body with constants for each block size that it knows. LLVM is to make other code of each. Small
// bodies are inlined there. Large ones are functions of their own, because the time of LLVM's
// passes grows with the square of a function's size.
#ifndef OC_BODYCOPIES_H
#define OC_BODYCOPIES_H

#include "ir/ir.h"

// `bodies`: the functions that `caller` calls, and those that they call, which run a block or
// choose what runs it.
void oc_bodycopies_place(struct oc_ir *ir, LLVMValueRef caller, const struct oc_values *bodies);

#endif
