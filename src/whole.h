// whole.h - GPUs: where all lanes of a warp are, and exchange values without asking who is there.
//
// A lane function takes the lanes that have come to it, whichever those are: it reads the mask of
// active lanes, and looks up in it whether the lane is there whose value is wanted. In most kernels
// all lanes of the warp come to it, because no branch before it parts them for longer than up to
// where they meet again.
#ifndef OC_WHOLE_H
#define OC_WHOLE_H

#include "ir.h"
#include "targets/target.h"

// Makes calls of the functions for whole warps, of the device's library, of those calls that all
// threads come to. Inlines first what may be. False: reported.
bool oc_whole_warps(struct oc_ir *ir, const struct oc_target *target, LLVMTargetMachineRef machine);

#endif
