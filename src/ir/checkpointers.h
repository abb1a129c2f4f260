// checkpointers.h - pointers that a loop moves become indices, which can be checked before the
// loop.
//
//     for (k = 0; k < n; k++) { sum += *left++ * *right; right += columns; }
//
// becomes
//
//     for (k = 0; k < n; k++) sum += left[k] * right[k * columns];
#ifndef OC_CHECKPOINTERS_H
#define OC_CHECKPOINTERS_H

#include "ir/ir.h"

// Changes the pointers of a function that a loop moves by as much in each turn, if the loop has a
// counter, or goes on while the pointer is less than another one.
void oc_checkpointers_index(struct oc_ir *ir, LLVMValueRef function);

#endif
