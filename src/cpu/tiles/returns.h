// returns.h - code for the blocks in which no thread returns before a barrier or a lane function.
//
// `if (i >= n) return;` is what everyone writes first in a kernel. At a barrier, a thread does not
// wait for those that have returned, and a lane function has nothing from them. Loops over threads
// cannot do that. But in most blocks no thread returns, and such blocks get code without the
// return.
#ifndef OC_RETURNS_H
#define OC_RETURNS_H

#include "ir/ir.h"

// Where threads of a kernel may return before a barrier, and it can be said of a block whether one
// of its threads does: makes `body` the code for blocks in which none does. `call`: that runs
// blocks of this size (choose.h). Returns false, and changes nothing, where that is not so.
bool oc_returns_remove(struct oc_ir *ir, LLVMValueRef body, LLVMValueRef call,
                       const unsigned size[3]);

#endif
