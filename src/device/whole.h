// whole.h - GPUs: finds which lanes of a warp execute code together, so that lane functions need
// not find out at run time.
//
// A lane function exchanges values among the lanes that call it together. In general it reads the
// mask of active lanes, and checks whether the lane is among them whose value is wanted. In most
// kernels all lanes of the warp reach the call, because lanes that a branch parts meet again before
// it. Then no mask is needed, only the number of the warp's last lane, because a block's last warp
// may have fewer than 32. The kernel reads that number once, at its beginning. AMD GPUs have a
// register with the mask of the active lanes, so there it is the mask that is read once.
//
// Lanes that a branch has parted stay together in the code after it, up to the next such branch
// (heads.h). For them the mask is found once, where that code begins, and not in each call. Lanes
// of NVIDIA GPUs run on their own, so there the mask is found before the branch (masks.h), and a
// function that is not inlined is told it by its callers (maskarguments.h).
#ifndef OC_WHOLE_H
#define OC_WHOLE_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Inlines functions into kernels, and replaces calls of lane functions by calls of functions of the
// device's library that get the lanes as an argument (src/builtins/lanes.h). If the code is not
// optimised, only functions that must be inlined are, and on AMD GPUs no calls are replaced. There,
// lanes of masks are made to wait for each other (maskwaits.h). Returns false after a reported
// failure.
bool oc_whole_warps(struct oc_ir *ir, const struct oc_lowering *lowering,
                    LLVMTargetMachineRef machine, bool optimises);

// Adds to `out` those of a kernel's loops for which this holds: all threads of a block that reach
// the loop together leave it after the same iteration. A loop is given by the block that it begins
// with, as a value.
void oc_whole_loops(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef kernel,
                    const struct oc_values *loops, struct oc_values *out);

#endif
