// heads.h - GPUs: finds which lanes of a warp, or threads of a block, come to code together.
//
// Lanes that take a branch differently are parted, and meet again in the first block that all ways
// to the function's end lead through. The head of an instruction is a block such that all lanes
// that come to the head together come to the instruction together, each time. For most instructions
// it is the function's entry; for others it is a block after a branch that parts lanes.
#ifndef OC_HEADS_H
#define OC_HEADS_H

#include "device/dominators.h"
#include "device/targets/lowering.h"
#include "ir/ir.h"

struct oc_heads; // what is known of a function

struct oc_head {
    LLVMBasicBlockRef block; // NULL: the instruction is never reached
    bool differs; // the instruction's value, or a branch's way, may not be the same for all of them
};

// Looks at a kernel or another function. `of_blocks`: the lanes are all threads of a block, and not
// those of a warp. Lanes that come to the entry have the same arguments in a kernel only. The
// blocks and the instructions must not change while this is used, but for instructions that are
// added. Takes hardly more time than reading the function, however large it is.
struct oc_heads *oc_heads_begin(struct oc_ir *ir, const struct oc_lowering *lowering,
                                LLVMValueRef function, bool of_blocks);

// The function's blocks.
const struct oc_dominators *oc_heads_blocks(const struct oc_heads *heads);

// Finds the head of an instruction. An instruction without another head has its own block.
struct oc_head oc_heads_of(struct oc_heads *heads, LLVMValueRef instruction);

#endif
