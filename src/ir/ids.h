// ids.h - recognises global ids that are computed by hand.
//
// `offload_block_id(0) * offload_block_size(0) + offload_thread_id(0)` is what CUDA programs write
// for offload_global_id(0). A call of the latter shows that nothing depends on where a block
// begins.
#ifndef OC_IDS_H
#define OC_IDS_H

#include "ir/ir.h"

// Whether a function of this name returns an index or a size (names.h).
bool oc_ids_is_index(const char *name);

// Calls such a function at the builder's position, for a dimension: a constant of 32 bits.
LLVMValueRef oc_ids_call(struct oc_ir *ir, LLVMBuilderRef builder, const char *name,
                         LLVMValueRef dimension);

// Tells LLVM that a call of such a function, or one that stands for it, does nothing but return a
// number.
void oc_ids_make_pure(struct oc_ir *ir, LLVMValueRef call);

// Replaces such sums in a function by calls of __offloadcc_global_id. The function's variables must
// have been promoted to registers. `size`: of all blocks that the function runs, so that products
// by these numbers count too; NULL: that is not known.
void oc_ids_find(struct oc_ir *ir, LLVMValueRef function, const unsigned *size);

#endif
