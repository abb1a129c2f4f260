// neighbours.h - whether neighbouring threads of a row access neighbouring elements.
//
// Only then can vector instructions load and store the elements at once, so strips.h turns loops
// inside out only in this case.
#ifndef OC_NEIGHBOURS_H
#define OC_NEIGHBOURS_H

#include "cpu/analysis/uniform.h"

// Whether `address` is that of neighbouring elements, or of the same element, for neighbouring
// threads x and x + 1. An index that a select, minimum or maximum keeps within bounds counts as if
// it were not changed by that, and sets *bounded: guards.h finds the threads for which it is not
// changed. So does a remainder, and a quotient counts as the same: pieces.h finds the threads for
// which that is so.
bool oc_neighbours_are_close(const struct oc_uniform *uniform, LLVMValueRef x, LLVMValueRef address,
                             bool *bounded);

#endif
