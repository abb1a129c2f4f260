// readorder.h - has a block read places of an array one after the other.
//
// In
//
//     sum = x[i];
//     if (i + size < n) sum += x[i + size];
//
// where `size` is the block's size, or a constant such as 256, a loop over threads alternates
// between two places of a page. Processors fetch data ahead only if code reads it in order, so this
// takes 2 to 3 times as long. A barrier between the two loads makes two loops over threads. Each of
// them reads in the order of memory.
#ifndef OC_READORDER_H
#define OC_READORDER_H

#include "ir/ir.h"

// Adds such barriers to a thread's code, if the code has barriers already. Every thread comes to
// each of the new barriers once. `body` is in the form of oc_simplify_begin (simplify.h).
void oc_readorder_part(struct oc_ir *ir, LLVMValueRef body);

#endif
