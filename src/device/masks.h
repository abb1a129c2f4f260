// masks.h - NVIDIA GPUs: the masks of the lanes that come to a block together.
//
// Lanes run on their own, so those that come to a head (heads.h) together need not be there at the
// same time, and asking who is there (activemask) may leave lanes out. So the mask is computed from
// that of the lanes before the branch that has parted them, which vote there. In a function that is
// not a kernel, the first mask is a parameter (maskarguments.h).
#ifndef OC_MASKS_H
#define OC_MASKS_H

#include "device/heads.h"

struct oc_masks;

// Plans the masks of these blocks, which are heads. Adds no code yet. Sets *complete to whether
// they can all be computed, of lanes that have been counted before. `entry`: the mask of the lanes
// that come to the entry; NULL for a kernel, where it is all. `asks`: the code is to ask who is
// there in each of the blocks.
struct oc_masks *oc_masks_plan(struct oc_ir *ir, struct oc_heads *heads, LLVMValueRef entry,
                               bool asks, const struct oc_values *blocks, bool *complete);

// Builds them. Where one cannot be computed, the code asks who is there.
void oc_masks_build(struct oc_masks *masks);

// Whether lanes may vote while others of them wait at a barrier of the block: on the way to the
// branch where they vote there is a barrier, and they may also come there without.
bool oc_masks_vote_apart(const struct oc_masks *masks);

// The mask of one of the blocks: of 32 bits, without lanes that a block's last warp lacks.
LLVMValueRef oc_masks_at(const struct oc_masks *masks, LLVMBasicBlockRef block);

// The number of the last lane of a kernel's warp. To be called while or after they are built.
LLVMValueRef oc_masks_last(struct oc_masks *masks);

#endif
