// pragmas.h - GPUs: `#pragma unroll` over what the threads of a block do together.
//
// LLVM takes the number of turns of a loop for each thread's own. So it does not unroll a loop that
// has a barrier, a lane function or inline assembly (a convergent call), unless it knows the number
// of turns: a thread that leaves the unrolled loop for the turns that remain would meet other calls
// than the rest. Where all that come to the loop together make the same turns, there is none.
#ifndef OC_PRAGMAS_H
#define OC_PRAGMAS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Unrolls the loops with a pragma for it that have convergent calls and whose turns are made by the
// same threads of a block (whole.h), in kernels and what is inlined into them. A module without
// such loops stays as it is. ir->module may be another one afterwards. False: reported.
bool oc_pragmas_unroll(struct oc_ir *ir, const struct oc_lowering *lowering,
                       LLVMTargetMachineRef machine);

#endif
