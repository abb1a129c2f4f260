// returns.h - code for the blocks in which no thread returns before a barrier.
//
// `if (i >= n) return;` is what everyone writes first in a kernel. Threads that are left wait for
// each other at barriers without those that returned, so the barriers cannot be shown to be met by
// all threads alike. But in most blocks no thread returns. Such blocks get code without the return.
#ifndef OC_RETURNS_H
#define OC_RETURNS_H

#include "ir/ir.h"
#include "model/unit.h"

// Where threads of a kernel may return before a barrier, and it can be said for a block with one of
// the sizes that the file's launches name whether one does: makes `body` the code for the other
// blocks. As oc_tiles_see_through (tiles.h) else.
bool oc_returns_remove(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                       LLVMValueRef blocks);

#endif
