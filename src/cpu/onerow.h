// onerow.h - a kernel's code for blocks of one size, as if their threads were in one row.
//
// In a block of 16 x 16 threads, a group of 32 lanes is in two rows. In one row of 256 threads it
// is a part of the row, as groups.h needs.
#ifndef OC_ONEROW_H
#define OC_ONEROW_H

#include "ir/ir.h"

// Computes what a function's index calls return from the thread's number in a row, which it asks
// for as for the index in x. Returns false, and changes nothing, if one asks for a dimension that
// is not constant.
bool oc_onerow_make(struct oc_ir *ir, LLVMValueRef function, const unsigned size[3]);

#endif
