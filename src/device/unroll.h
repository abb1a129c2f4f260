// unroll.h - GPUs: arrays of a thread's own go into registers.
//
// Registers have no address: an array can be in them only where each index is a constant, so where
// the loops over it are unrolled. LLVM's thresholds are made for what else unrolling is good for.
#ifndef OC_UNROLL_H
#define OC_UNROLL_H

#include "ir/ir.h"

#include <stdint.h>

// Bytes of arrays on functions' stacks that are small enough for registers.
uint64_t oc_unroll_stack(LLVMModuleRef module);

// From here on LLVM unrolls loops of a constant number of turns into much more code, once a
// process.
void oc_unroll_raise_threshold(void);

// Unrolls such loops after optimisation, with the threshold raised, in functions that still have
// small arrays on the stack, if it frees some of that. False: reported.
bool oc_unroll_for_registers(struct oc_ir *ir, LLVMTargetMachineRef machine);

// Whether a module has less on its stacks than before it was unrolled, or as much with far less
// code, since what has grown is not inlined many times; and no function has grown for nothing.
bool oc_unroll_is_better(LLVMModuleRef before, LLVMModuleRef after);

#endif
