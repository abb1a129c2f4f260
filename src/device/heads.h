// heads.h - GPUs: finds which lanes of a warp, or threads of a block, come to code together.
//
// Lanes that take a branch differently are parted, and meet again in the first block that all ways
// to the kernel's end lead through. The head of an instruction is a block such that all lanes that
// come to the head together come to the instruction together, each time. For most instructions it
// is the kernel's entry; for others it is a block after a branch that parts lanes.
#ifndef OC_HEADS_H
#define OC_HEADS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

struct oc_heads; // what is known of a kernel

struct oc_head {
    LLVMBasicBlockRef block;
    bool differs; // the instruction's value, or a branch's way, may not be the same for all of them
};

// Looks at a kernel. `of_blocks`: the lanes are all threads of a block, and not those of a warp.
// The kernel's blocks must not change while this is used, but for instructions that are added.
// Returns NULL for very large kernels.
struct oc_heads *oc_heads_begin(struct oc_ir *ir, const struct oc_lowering *lowering,
                                LLVMValueRef kernel, bool of_blocks);

// Finds the heads of instructions. An instruction without another head has its own block.
void oc_heads_find(const struct oc_heads *heads, const struct oc_values *instructions,
                   struct oc_head *out);

#endif
