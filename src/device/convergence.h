// convergence.h - removes the attribute `convergent` from functions that do not need it, on GPUs.
//
// A convergent call, such as a barrier, must not be made dependent on more conditions. clang's
// front end for devices marks every call as convergent. LLVM then neither moves the call nor
// unrolls a loop around it, unless the loop's number of iterations is constant. Most calls are not
// convergent.
#ifndef OC_CONVERGENCE_H
#define OC_CONVERGENCE_H

#include "ir/ir.h"

// Removes the attribute from functions that can reach no convergent operation, and from calls of
// such functions and of intrinsics without it. Inline assembly, calls through pointers, and
// functions that are not defined in the module keep it.
void oc_convergence_infer(struct oc_ir *ir);

// Whether an instruction is a convergent call, by its own attribute or by that of what it calls.
bool oc_convergence_of(LLVMValueRef instruction);

#endif
