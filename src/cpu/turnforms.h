// turnforms.h - other ways to write a loop in which threads take turns (stride.h), brought into the
// form that stride.h reads.
//
//     for (int i = t; i < end && i < n; i += size)          // i < min(end, n)
//     for (int k = 0; k * size + t < n; k++)                // for (int i = t; i < n; i += size)
//     for (int i = t; i + 256 < n; i += size)               // for (int k = t + 256; k < n; k +=
//     size)
//
// Where threads wait for each other in the loop, as at barriers or lane functions, all of them have
// to see that they make the same number of turns:
//
//     for (int i = t; i < (n + size - 1) / size * size; i += size)    // while i - t < ...
#ifndef OC_TURNFORMS_H
#define OC_TURNFORMS_H

#include "ir/ir.h"

// Changes such loops in a function with a thread's code. Their conditions must be at the beginning.
void oc_turnforms_simplify(struct oc_ir *ir, LLVMValueRef function);

#endif
