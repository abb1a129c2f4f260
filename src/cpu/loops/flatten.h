// flatten.h - small computations in place of branches.
//
// `i < 0 ? 0 : i < n ? i : n - 1` are blocks that compute a number or two, and a phi. In a loop
// over threads that is vectorised both sides are computed anyway; as selects, guards.h can see that
// the number is i but at the ends of a row.
#ifndef OC_FLATTEN_H
#define OC_FLATTEN_H

#include "ir/ir.h"

// Where a side of a branch only computes a few values, and nothing that may fail, both sides are
// computed, and selects take the place of the phis after them.
void oc_flatten(struct oc_ir *ir, LLVMValueRef function);

#endif
