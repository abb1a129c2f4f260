// unroll.h - GPUs: unrolls loops so that a thread's arrays can be in registers.
//
// Registers have no address, so an array can be in registers only if each index is constant, which
// needs the loops over it to be unrolled. LLVM's limits for unrolling do not take this gain into
// account.
#ifndef OC_UNROLL_H
#define OC_UNROLL_H

#include "ir/ir.h"

#include <stdint.h>

// The bytes of the arrays on the stacks of all functions, counting only arrays that are small
// enough for registers.
uint64_t oc_unroll_stack(LLVMModuleRef module);

// From this call on, in this process, LLVM unrolls loops with a constant number of iterations even
// if they become much larger. To be called at most once.
void oc_unroll_raise_threshold(void);

// Unrolls such loops in functions that still have small arrays on the stack, if fewer bytes of
// arrays are left then, and not for a few bytes if the function becomes larger than a cache of
// instructions. Call it after optimisation, with the threshold raised. Returns false after
// a reported failure.
bool oc_unroll_for_registers(struct oc_ir *ir, LLVMTargetMachineRef machine);

// Whether unrolling has made a module better: it has fewer bytes of arrays on its stacks, or as
// many with far less code (functions that have grown are not inlined many times); and no function
// has grown without having fewer bytes, or has grown too much for the bytes that are gone.
bool oc_unroll_is_better(LLVMModuleRef before, LLVMModuleRef after);

#endif
