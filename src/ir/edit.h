// edit.h - changes of a function's blocks while it is being made a coroutine (resumable.h,
// fibres.h, coroutine.h): one builder, and what phis and debug locations need around it.
//
// The C API cannot change which blocks a phi names. So a block that is split keeps its end, which
// the phis of its successors name, and a call that may unwind keeps its way to where it unwinds to.
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

// Puts the builder before an instruction, or at the end of a block, with the debug location of an
// instruction; NULL: none.
void oc_edit_before(struct oc_edit *edit, LLVMValueRef instruction);
void oc_edit_at_end(struct oc_edit *edit, LLVMBasicBlockRef block, LLVMValueRef place);

// Calls an intrinsic of LLVM's at the builder's place. `overload`: the type that its name has to be
// completed with, or NULL.
LLVMValueRef oc_edit_intrinsic(struct oc_edit *edit, const char *name, LLVMTypeRef overload,
                               LLVMValueRef *arguments, unsigned count);

// New blocks, empty.
LLVMBasicBlockRef oc_edit_block_before(struct oc_edit *edit, LLVMBasicBlockRef block);
LLVMBasicBlockRef oc_edit_append_block(struct oc_edit *edit, LLVMValueRef function);

void oc_edit_move_to_end(struct oc_edit *edit, LLVMValueRef instruction, LLVMBasicBlockRef block);

// Moves what stands before an instruction to a new block, which takes the old one's predecessors.
// The builder is left at the end of the new block, which lacks a terminator.
void oc_edit_split_before(struct oc_edit *edit, LLVMValueRef instruction);

// Removes a call whose result has no uses any more.
void oc_edit_remove_call(struct oc_edit *edit, LLVMValueRef call);

// The instructions of one kind in a function; collected first, so that the body may be changed.
void oc_edit_collect(struct oc_edit *edit, LLVMValueRef function, LLVMOpcode opcode,
                     struct oc_values *out);

#endif
