// copies.h - copies of a function's basic blocks and values, in the same function.
#ifndef OC_COPIES_H
#define OC_COPIES_H

#include "base/map.h"
#include "ir/ir.h"

// Copies the basic blocks that `blocks` lists as values, to the end of the function. Adds each
// block and instruction, with its copy, to the map `copies`. A block or instruction that is in the
// map already is not copied. The copy of a phi gets no values from blocks that are not copied.
// Moves the builder.
void oc_copy_blocks(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef function,
                    const struct oc_values *blocks, struct oc_map *copies);

// What a value or block of the original is in the copy: itself, if it is not part of the copied
// code.
LLVMValueRef oc_copy_of(const struct oc_map *copies, LLVMValueRef value);
LLVMBasicBlockRef oc_copy_of_block(const struct oc_map *copies, LLVMBasicBlockRef block);

// Builds a value of a block once more, at the builder's position, with the values of that block
// from which it is computed. Returns the value itself if it is not of that block.
LLVMValueRef oc_copy_value(LLVMBuilderRef builder, LLVMValueRef value, LLVMBasicBlockRef block);

#endif
