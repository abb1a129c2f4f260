// relax.h - atomics on a block's shared memory, on a CPU.
//
// A block runs on one core, its threads one after the other or in the lanes of a vector loop, and
// switches between them at barriers only. So nothing can come between the parts of an atomic
// operation on memory that no other block sees: it may be a load, an operation and a store.
#ifndef OC_RELAX_H
#define OC_RELAX_H

#include "ir/ir.h"

// Makes plain operations of the atomics in a function whose address is `memory`, or within it as
// far as pointer arithmetic shows.
void oc_relax_atomics(struct oc_ir *ir, LLVMValueRef memory);

#endif
