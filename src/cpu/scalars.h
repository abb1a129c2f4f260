// scalars.h - vectors that nobody wrote.
//
// The ABI passes a struct of two floats in one register: the value is a <2 x float>, and stays one
// where the function that it was passed to was inlined. LLVM's vectoriser leaves loops with vectors
// alone. So vectors that are nothing but packed scalars, as a register holds them, become scalars
// again. Code that computes with vectors says what it wants, and keeps them.
#ifndef OC_SCALARS_H
#define OC_SCALARS_H

#include "ir/ir.h"

// Takes the vectors of a function apart. Expects that its variables were promoted. Failure is
// reported.
bool oc_scalars_unpack(struct oc_ir *ir, LLVMValueRef function);

#endif
