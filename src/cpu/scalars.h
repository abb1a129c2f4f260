// scalars.h - takes vectors apart that only the ABI made.
//
// The ABI passes a struct of two floats in one register. In IR this is a <2 x float>, and it stays
// one if the function that it was passed to is inlined. LLVM's vectoriser does not vectorise loops
// that contain vectors. So vectors that only pack scalars into a register become scalars again.
// Code that computes with vectors keeps them.
#ifndef OC_SCALARS_H
#define OC_SCALARS_H

#include "ir/ir.h"

// Takes the vectors of a function apart. Its variables must have been promoted to registers.
// Returns false after a reported failure.
bool oc_scalars_unpack(struct oc_ir *ir, LLVMValueRef function);

#endif
