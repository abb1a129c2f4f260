// pragmas.h - what pragmas ask of a kernel's loops.
//
// `#pragma unroll` is meant for GPUs, and CUDA's programs are full of it. On a CPU, a loop with a
// barrier has loops over threads inside, and so may a loop whose number of turns is not constant.
// LLVM would not unroll it, and say so.
#ifndef OC_PRAGMAS_H
#define OC_PRAGMAS_H

#include "ir/ir.h"

// Removes what pragmas ask of a function's loops in which threads wait for others, and
// `#pragma unroll` without a number from those whose number of turns is not constant. Loops with
// lane functions that have masks are kept from being unrolled (awaits.h).
void oc_pragmas_forget(struct oc_ir *ir, LLVMValueRef function);

#endif
