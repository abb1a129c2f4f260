// convergence.h - GPUs: which calls may not be made dependent on more conditions.
//
// clang's front end for devices takes every call for convergent, as a barrier is: LLVM then neither
// moves it nor unrolls a loop around it whose number of turns is not constant. Most calls are not.
#ifndef OC_CONVERGENCE_H
#define OC_CONVERGENCE_H

#include "ir/ir.h"

// Takes the attribute from functions that can reach no convergent operation, and from calls of such
// functions and of intrinsics. Inline assembly, calls through pointers and calls of functions that
// are defined elsewhere keep it.
void oc_convergence_infer(struct oc_ir *ir);

// Whether an instruction is a convergent call, by its own attribute or by that of what it calls.
bool oc_convergence_of(LLVMValueRef instruction);

#endif
