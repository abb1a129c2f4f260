// joinbefore.h - has threads join values before a barrier instead of after it.
//
// LLVM computes `sum + x` where the result is used, also after a barrier. Then each thread keeps
// both numbers while it waits, in arrays (loops/carry.h); before the barrier, it would be one.
#ifndef OC_JOINBEFORE_H
#define OC_JOINBEFORE_H

#include "ir/ir.h"

// Moves such operations to before the barrier, if nothing else needs their operands after it.
void oc_joinbefore_move(struct oc_ir *ir, LLVMValueRef function);

#endif
