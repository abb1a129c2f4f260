// relax.h - turns atomics and volatile accesses to a block's shared memory into plain operations,
// on a CPU.
//
// A block runs on one core: its threads run one after the other or in the lanes of a vector loop,
// and take turns at barriers only. So nothing can come between the parts of an atomic operation on
// memory that no other block uses, and it may be a load, an operation and a store.
#ifndef OC_RELAX_H
#define OC_RELAX_H

#include "ir/ir.h"

// Replaces the atomics in a function whose address is `memory`, or computed from it by
// getelementptr alone, also if it was kept in a variable. Volatile ones stay.
void oc_relax_atomics(struct oc_ir *ir, LLVMValueRef memory);

// The same where the address is loaded from `memory`: that of a block's dynamic shared memory.
void oc_relax_loaded(struct oc_ir *ir, LLVMValueRef memory);

// Makes accesses to shared memory plain that are volatile: to these variables, and to dynamic
// shared memory. `volatile` is how programs for older GPUs say that other threads see a store.
// Where a loop goes on until it loads another value, the load stays volatile: LLVM would make it an
// endless loop, which OFFLOADCC_CHECK=1 does not see.
void oc_relax_volatile(LLVMValueRef function, const struct oc_values *shared);

#endif
