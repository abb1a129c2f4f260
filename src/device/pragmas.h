// pragmas.h - GPUs: `#pragma unroll` for loops that the threads of a block run together.
//
// LLVM assumes that each thread has its own number of iterations of a loop. So it unrolls a loop
// with a convergent call (a barrier, a lane function or inline assembly) only if that number is
// constant: else, threads that leave the unrolled loop for the remaining iterations would execute
// other copies of the call than the rest. If all threads that reach the loop together make the same
// number of iterations, this cannot happen.
#ifndef OC_PRAGMAS_H
#define OC_PRAGMAS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Unrolls loops with such a pragma and convergent calls, in kernels and functions that are inlined
// into them, if the threads of a block that reach the loop together make the same iterations
// (whole.h). Does not change a module without such loops; otherwise may replace ir->module. Returns
// false after a reported failure.
bool oc_pragmas_unroll(struct oc_ir *ir, const struct oc_lowering *lowering,
                       LLVMTargetMachineRef machine);

#endif
