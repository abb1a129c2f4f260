// pragmas.h - what pragmas ask of loops that wait.
//
// `#pragma unroll` at a loop with a barrier is meant for GPUs, and CUDA's programs are full of it.
// On a CPU, such a loop has loops over threads inside. LLVM would not unroll it, and say so.
#ifndef OC_PRAGMAS_H
#define OC_PRAGMAS_H

#include "ir/ir.h"

// Removes what pragmas ask of a function's loops in which threads wait for others.
void oc_pragmas_forget(LLVMValueRef function);

#endif
