// resumable.h - turns one function into a switch-resumed coroutine of LLVM.
//
// LLVM's pass CoroSplit, which is in every pipeline (also of -O0), finds the values that are needed
// after a suspension. They are kept in the coroutine's frame, memory from __offloadcc_fibre_memory
// (glue/preamble.h). A call of the function starts the coroutine, and returns its handle at the
// first suspension. At its end the coroutine is done; it is destroyed then, and never earlier.
//
// CoroSplit copies a function's blocks, and looks at each block by itself. So we replace computed
// gotos by switches, remove the ends of variables' lifetimes, and mark no call as a tail call.
#ifndef OC_RESUMABLE_H
#define OC_RESUMABLE_H

#include "ir/edit.h"

struct oc_resumable {
    LLVMValueRef function;
    LLVMValueRef handle;       // the coroutine's own handle, for code in it
    LLVMBasicBlockRef entry;   // has the variables
    LLVMBasicBlockRef suspend; // returns to the function that started or resumed the coroutine
    LLVMBasicBlockRef never;   // unreachable; for a suspension at which it would be destroyed
};

// Makes a coroutine of a function whose type returns a pointer, which will be the handle. The
// body's return instructions store their value at `result`; if that is NULL, it is not needed.
struct oc_resumable oc_resumable_make(struct oc_edit *edit, LLVMValueRef function,
                                      LLVMValueRef result);

// Makes a variable of the coroutine.
LLVMValueRef oc_resumable_variable(struct oc_edit *edit, const struct oc_resumable *self,
                                   LLVMTypeRef type);

// Suspends the coroutine at the builder's position, which ends the builder's block. It continues at
// block `resumed`.
void oc_resumable_suspend(struct oc_edit *edit, const struct oc_resumable *self,
                          LLVMBasicBlockRef resumed);

// Starts another coroutine, of this type, at the builder's position, which ends the builder's
// block. The builder is left where that coroutine has been suspended. The code that the caller puts
// there must end with a branch to the returned block, which resumes the coroutine. When the
// coroutine is done, it is destroyed in block `finish`.
LLVMBasicBlockRef oc_resumable_start(struct oc_edit *edit, LLVMTypeRef type, LLVMValueRef coroutine,
                                     LLVMValueRef *arguments, LLVMBasicBlockRef finish);

// Removes the attributes that are wrong for a function that returns at its first suspension.
void oc_resumable_drop_attributes(LLVMValueRef function);

#endif
