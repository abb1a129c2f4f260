// multiples.h - comparisons of a multiple of the thread's index become comparisons of the index.
//
// In `int i = 4 * offload_global_id(0); if (i + 3 < n)`, one stretch of a row of threads has one
// outcome. Rewritten as `offload_global_id(0) < n >> 2`, the comparison is a guard
// (loops/guards.h), which is decided once for the stretch.
#ifndef OC_MULTIPLES_H
#define OC_MULTIPLES_H

#include "ir/ir.h"

// Changes such comparisons in a function with a thread's code. The multiples are of powers of 2.
void oc_multiples_compare(struct oc_ir *ir, LLVMValueRef function);

#endif
