// ptxmasks.h - NVIDIA GPUs: the masks of shuffles and votes for whole warps.
//
// Before a shuffle, the lanes of a warp come together. On sm_80 to sm_89, the code that ptxas 13.0
// makes for this is long, and it makes it for each shuffle whose mask is a constant. If shuffles of
// one basic block have their mask in the same register, and the block itself sets it, then it makes
// the code once.
#ifndef OC_PTXMASKS_H
#define OC_PTXMASKS_H

#include "base/arena.h"
#include "base/file.h"

// Returns LLVM's PTX with the mask -1 of shuffles and votes in a register, which each basic block
// sets before its first. It is `text` itself if there are none, or if it is for another processor.
struct oc_bytes oc_ptx_share_masks(struct oc_arena *arena, struct oc_bytes text);

#endif
