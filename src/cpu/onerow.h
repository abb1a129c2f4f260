// onerow.h - a kernel's code for blocks as if their threads were in one row.
//
// In a block of 16 x 16 threads, a group of 32 lanes is in two rows. In one row of 256 threads it
// is a part of the row, as groups.h needs.
#ifndef OC_ONEROW_H
#define OC_ONEROW_H

#include "ir/ir.h"

// Computes what a body function's index calls return from the thread's number in a row, which it
// asks for as for the index in x. `size`: of all blocks. NULL: they have any size, which is read
// from the grid, and threads that are not in the block return at once: the last group may have
// fewer threads than lanes. Returns false, and changes nothing, if a call asks for a dimension that
// is not constant.
bool oc_onerow_make(struct oc_ir *ir, LLVMValueRef function, const unsigned size[3]);

#endif
