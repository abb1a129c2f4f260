// whole.h - GPUs: which lanes of a warp are where, so that they exchange values without asking.
//
// A lane function takes the lanes that have come to it, whichever those are: it reads the mask of
// active lanes, and looks up in it whether the lane is there whose value is wanted. In most kernels
// all lanes of the warp come to it, because no branch before it parts them for longer than up to
// where they meet again. Then the mask is not needed, only the number of the last lane, which the
// kernel asks for where it begins: a block's last warp may have fewer than 32.
//
// Lanes that a branch has parted stay together in the code after it, up to the next such branch.
// They are asked for once, where that code begins, and not by each call in it.
#ifndef OC_WHOLE_H
#define OC_WHOLE_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Inlines what may be, and replaces the calls of lane functions in kernels by calls of the
// functions of the device's library that are told which lanes there are (src/builtins/lanes.h).
// False: reported.
bool oc_whole_warps(struct oc_ir *ir, const struct oc_lowering *lowering,
                    LLVMTargetMachineRef machine);

// Adds those of a kernel's loops whose turns are made together by all threads of a block that come
// to the loop together: they all leave it after the same turn. A loop is the block that it begins
// with, as a value. None for very large kernels.
void oc_whole_loops(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef kernel,
                    const struct oc_values *loops, struct oc_values *out);

#endif
