// neighbours.h - whether neighbouring threads of a row access neighbouring elements.
//
// Vectors load and store them at once; strips.h turns loops inside out for that only.
#ifndef OC_NEIGHBOURS_H
#define OC_NEIGHBOURS_H

#include "cpu/analysis/uniform.h"

// Whether the addresses of neighbouring threads, x and x + 1, are those of neighbouring elements,
// or one and the same. Sets *bounded where an index counts as close that is kept within bounds by a
// select, minimum or maximum: guards.h finds the threads for which it is.
bool oc_neighbours_are_close(const struct oc_uniform *uniform, LLVMValueRef x, LLVMValueRef address,
                             bool *bounded);

#endif
