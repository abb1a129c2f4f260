// groupbounds.h - comparisons of the index that come out alike for all lanes of a group.
//
// In `if (thread < 64) ...`, the constant is a multiple of the number of lanes, so all lanes of a
// group go the same way, as they do in `if (thread / 32 < 2) ...`. This module clears the last bits
// of the index, which are the lane's number, in the comparison. Then LLVM sees that the comparison
// is the same for all lanes.
#ifndef OC_GROUPBOUNDS_H
#define OC_GROUPBOUNDS_H

#include "ir/ir.h"

// Changes such comparisons of the thread id and the global id in x. Call it before index calls are
// replaced. `lanes` is a power of two, and divides a block's size in x.
void oc_groupbounds_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
