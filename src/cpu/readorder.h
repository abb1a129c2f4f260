// readorder.h - has a block read places of an array one after the other.
//
// In
//
//     sum = x[i];
//     if (i + size < n) sum += x[i + size];
//
// where size is that of the block or some 256, a loop over threads reads two places of a page in
// turn. Processors fetch ahead what is read in order, and not that: it takes 2 to 3 times as long.
// So the block gets a barrier in between, which makes two loops of it, each in the order of memory.
#ifndef OC_READORDER_H
#define OC_READORDER_H

#include "ir/ir.h"

// Adds such barriers to a kernel's thread's code that has barriers already. All threads come to
// them, once. `body` is in the form of oc_simplify_begin (simplify.h).
void oc_readorder_part(struct oc_ir *ir, LLVMValueRef body);

#endif
