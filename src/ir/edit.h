// edit.h - changes of a function's blocks, as for making it a coroutine (resumable.h, fibres.h,
// coroutine.h).
//
// The C API cannot change which predecessors a phi names. So if a block is split, its end stays in
// the old block, which the phis of its successors name. And if an invoke is removed, another one
// that does nothing takes its place, with the same successors.
#ifndef OC_EDIT_H
#define OC_EDIT_H

#include "ir/ir.h"

struct oc_edit {
    struct oc_ir *ir;
    LLVMBuilderRef builder;
    LLVMTypeRef pointer, i1, i8, i32, i64, token;
};

struct oc_edit oc_edit_begin(struct oc_ir *ir);
void oc_edit_end(struct oc_edit *edit);

// Put the builder before an instruction, with that instruction's debug location; or at the end of a
// block, with the debug location of the instruction `place` (NULL: none).
void oc_edit_before(struct oc_edit *edit, LLVMValueRef instruction);
void oc_edit_at_end(struct oc_edit *edit, LLVMBasicBlockRef block, LLVMValueRef place);

// Builds a call of an LLVM intrinsic. `overload` is the type that completes its name, or NULL.
LLVMValueRef oc_edit_intrinsic(struct oc_edit *edit, const char *name, LLVMTypeRef overload,
                               LLVMValueRef *arguments, unsigned count);

// Builds a call of a function of the module. Declares the function if the module lacks it: its
// parameters have the arguments' types. There are at most OC_EDIT_MOST_ARGUMENTS of them.
enum { OC_EDIT_MOST_ARGUMENTS = 8 };
LLVMValueRef oc_edit_call(struct oc_edit *edit, const char *name, LLVMTypeRef result,
                          LLVMValueRef *arguments, unsigned count);

// The first instruction of a block that is not a phi.
LLVMValueRef oc_edit_after_phis(LLVMBasicBlockRef block);

// The value that a phi gets from a block. NULL: the phi gets none from it.
LLVMValueRef oc_edit_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);

// Replaces `old` by `to` among the successors of the block `from`. Does not change phis.
void oc_edit_lead_to(LLVMBasicBlockRef from, LLVMBasicBlockRef old, LLVMBasicBlockRef to);

// Make an empty block: before another one, or at the end of the function.
LLVMBasicBlockRef oc_edit_block_before(struct oc_edit *edit, LLVMBasicBlockRef block);
LLVMBasicBlockRef oc_edit_append_block(struct oc_edit *edit, LLVMValueRef function);

void oc_edit_move_to_end(struct oc_edit *edit, LLVMValueRef instruction, LLVMBasicBlockRef block);

// Moves everything before an instruction from its block to a new one, which takes over the old
// block's predecessors. The new block has no terminator yet; the builder is left at its end.
void oc_edit_split_before(struct oc_edit *edit, LLVMValueRef instruction);

// Has a block begin with an instruction: it is split before it, unless it does. Returns the block.
LLVMBasicBlockRef oc_edit_begin_with(struct oc_edit *edit, LLVMValueRef instruction);

// Builds the address that is so many bytes after another one.
LLVMValueRef oc_edit_after_bytes(struct oc_edit *edit, LLVMValueRef address, unsigned bytes);

// Removes a call or invoke whose result has no uses.
void oc_edit_remove_call(struct oc_edit *edit, LLVMValueRef call);

// Sets `out` to the function's instructions with this opcode. The body may be changed while the
// caller goes through them.
void oc_edit_collect(struct oc_edit *edit, LLVMValueRef function, LLVMOpcode opcode,
                     struct oc_values *out);

#endif
