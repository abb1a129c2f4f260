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

// Does so in loops of several turns at once (fullturns.h) that add up integers: a block first adds
// the elements of one place, for all of these turns, then those of the next. The function is in the
// form of oc_simplify_end, and threads of a block come to the turns together.
void oc_readorder_part_turns(struct oc_ir *ir, LLVMValueRef function);

#endif
