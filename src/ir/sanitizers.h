// sanitizers.h - kernels on a CPU, in code that a sanitizer instruments.
//
// A sanitizer instruments loads and stores after LLVM has optimised them. It should see those of
// each thread, at their lines, and know where each variable ends. So in such code
//
//     - a kernel with barriers runs its threads as coroutines (coroutine.h): then only barriers
//       order what two threads do, and no value is kept in memory that src/cpu/loops lays out;
//     - for ThreadSanitizer, every kernel does so, each thread on a stack of its own: variables of
//       two threads are never at the same address (src/runtime/launch/race.c);
//     - in other kernels without barriers, an empty asm statement between two threads keeps LLVM
//       from joining their accesses;
//     - each variable of a coroutine has its own memory on the heap. LLVM would put it into the
//       coroutine's frame, where an access beyond it is an access to another variable;
//     - a shared variable is a variable of the body function, because sanitizers do not check the
//       bounds of thread-local variables.
#ifndef OC_SANITIZERS_H
#define OC_SANITIZERS_H

#include "ir/edit.h"

// Whether a sanitizer instruments the memory accesses of a function.
bool oc_sanitizers_watch(LLVMValueRef function);

// Whether that sanitizer checks the bounds of variables. ThreadSanitizer does not, and it ignores
// variables on stacks.
bool oc_sanitizers_know_bounds(LLVMValueRef function);

// Builds the asm statement between two threads.
void oc_sanitizers_part_threads(struct oc_ir *ir, LLVMBuilderRef builder);

// Moves variables of a function that is to be a coroutine to the heap: those that LLVM cannot keep
// in registers, if a sanitizer checks the bounds of variables. They are freed when the function
// returns.
void oc_sanitizers_move_variables(struct oc_edit *edit, LLVMValueRef function);

#endif
