// joinbefore.h - has threads join values before a barrier instead of after it.
//
// LLVM computes `sum + x` where the result is used, which may be after a barrier. Then each thread
// keeps both numbers at the barrier, in arrays (loops/carry.h). If it computed the sum before the
// barrier, it would keep one number.
#ifndef OC_JOINBEFORE_H
#define OC_JOINBEFORE_H

#include "ir/ir.h"

// Moves an operation to before the barrier if both operands are known there, and no other
// instruction after the barrier uses them.
void oc_joinbefore_move(struct oc_ir *ir, LLVMValueRef function);

#endif
