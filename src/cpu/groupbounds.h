// groupbounds.h - comparisons of the index that come out alike for all lanes of a group.
//
// In `if (thread < 64) ...`, where the constant is a multiple of the lanes, all lanes of a group go
// the same way, as they do in `if (thread / 32 < 2) ...`. The index is compared without its last
// bits, which are the lane's, so that LLVM sees that.
#ifndef OC_GROUPBOUNDS_H
#define OC_GROUPBOUNDS_H

#include "ir/ir.h"

// Changes such comparisons of the index in x, in the block or the grid, in a thread's code whose
// index calls have not been replaced. `lanes` is a power of two, and divides a block's size in x.
void oc_groupbounds_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
