// checkranges.h - between which numbers an index is, for the threads of some blocks.
//
// The index of a thread is between those of the first and the last thread of the blocks. So what is
// computed from it is between two numbers, too (intervals.h). Comparisons by which alone control
// comes to an access limit them further. This is about all threads that come to the access, and
// each time that they do.
#ifndef OC_CHECKRANGES_H
#define OC_CHECKRANGES_H

#include "ir/checkblocks.h"

// Builds in the function of `blocks`: whether the index may not be less than the count in a thread
// of the blocks that comes to the access. NULL: nothing can be said of that.
LLVMValueRef oc_checkranges_outside(struct oc_checkblocks *blocks, const struct oc_access *access,
                                    LLVMValueRef index, LLVMValueRef count);

#endif
