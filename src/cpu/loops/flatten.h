// flatten.h - replaces branches around small computations by selects.
//
// `i < 0 ? 0 : i < n ? i : n - 1` becomes blocks that compute a number or two, and a phi. In a
// vectorised loop over threads both sides are computed anyway. In the form of selects, guards.h can
// see that the number is i except at the ends of a row.
#ifndef OC_FLATTEN_H
#define OC_FLATTEN_H

#include "ir/ir.h"

// If the sides of a branch only compute a few values, and nothing that may trap, both sides are
// computed, and selects replace the phis after them.
void oc_flatten(struct oc_ir *ir, LLVMValueRef function);

// Replaces saturating subtractions, which LLVM makes of `i > 0 ? i - 1 : 0`, by a maximum and a
// subtraction. LLVM's passes would undo this.
void oc_flatten_saturating(struct oc_ir *ir, LLVMValueRef function);

// Gives each switch whose default cannot be reached the last case as its default. With a way to a
// dead end, it would leave the loop that it is in.
void oc_flatten_defaults(LLVMValueRef function);

#endif
