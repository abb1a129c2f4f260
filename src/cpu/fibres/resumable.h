// resumable.h - makes one function a switch-resumed coroutine of LLVM's.
//
// Its values that live across a suspension are kept in its frame, memory from
// __offloadcc_fibre_memory (glue/preamble.h): LLVM's CoroSplit, which is in every pipeline, -O0's
// too, finds out which they are. A call of the function starts it and returns its handle at the
// first suspension; at its end it is done, and waits to be destroyed, which happens nowhere else.
//
// CoroSplit copies a function's blocks and looks at each block by itself. So computed gotos become
// switches, no variable's life ends before its function, and no call returns in the function's
// stead.
#ifndef OC_RESUMABLE_H
#define OC_RESUMABLE_H

#include "ir/edit.h"

struct oc_resumable {
    LLVMValueRef function;
    LLVMValueRef handle;
    LLVMBasicBlockRef entry;   // holds the variables
    LLVMBasicBlockRef suspend; // returns to who started or resumed it
    LLVMBasicBlockRef never;   // a coroutine is destroyed at its end only
};

// Makes a coroutine of a function that returns a pointer, the handle from now on, or nothing. Where
// it returned a value before, that goes to `result`, unless it is NULL.
struct oc_resumable oc_resumable_make(struct oc_edit *edit, LLVMValueRef function,
                                      LLVMValueRef result);

// A variable of the coroutine's.
LLVMValueRef oc_resumable_variable(struct oc_edit *edit, const struct oc_resumable *self,
                                   LLVMTypeRef type);

// Suspends the coroutine where the builder is, which ends the builder's block; resumed, it goes on
// at a block.
void oc_resumable_suspend(struct oc_edit *edit, const struct oc_resumable *self,
                          LLVMBasicBlockRef resumed);

// Starts another coroutine where the builder is, which ends the builder's block. The builder is
// left where that coroutine has been suspended: what is put there ends with a branch to the block
// that is returned, which resumes it. When it is done, it is destroyed in `finish`.
LLVMBasicBlockRef oc_resumable_start(struct oc_edit *edit, LLVMTypeRef type, LLVMValueRef coroutine,
                                     LLVMValueRef *arguments, LLVMBasicBlockRef finish);

// What does not hold of a function that returns at its first suspension.
void oc_resumable_drop_attributes(LLVMValueRef function);

#endif
