// moves.h - GPUs: copies of memory in accesses as wide as its alignment allows.
//
// A struct is copied by a call of llvm.memcpy. LLVM 22 makes accesses of at most 8 bytes of it on
// NVIDIA GPUs, each load followed by its store, and loops over single bytes where it has more than
// 128: processors have accesses of 16 bytes, and loads that wait for no store run side by side.
#ifndef OC_MOVES_H
#define OC_MOVES_H

#include "ir/ir.h"

// Takes the place of such calls where both sides are aligned to 4 bytes or more. After
// optimisation, which knows what to do with the calls. False: reported.
bool oc_moves_widen(struct oc_ir *ir, LLVMTargetMachineRef machine);

#endif
