// sanitizers.h - kernels on a CPU in code that a sanitizer instruments.
//
// A sanitizer instruments loads and stores after LLVM has optimised them. It is to see those of
// each thread, at their lines, and to know where each variable ends. So in such code
//
//     - a kernel with barriers runs its threads as coroutines (coroutine.h): only a barrier orders
//       what two threads do, and nothing is moved or kept in memory that src/cpu/cpu.c lays out;
//     - for ThreadSanitizer every kernel does, each thread on a stack of its own: variables of two
//       threads are never at the same address (src/runtime/launch/race.c);
//     - in other kernels without barriers, an empty asm statement between two threads keeps LLVM
//       from joining their accesses;
//     - a coroutine's variables are on the heap, each by itself: LLVM would lay them out in the
//       coroutine's frame, where an access beyond one is in another;
//     - a shared variable is a variable of the body function: sanitizers do not look at the bounds
//       of thread-local ones.
#ifndef OC_SANITIZERS_H
#define OC_SANITIZERS_H

#include "ir/edit.h"

// Whether a sanitizer instruments the memory accesses of a function.
bool oc_sanitizers_watch(LLVMValueRef function);

// Whether it knows the bounds of variables: ThreadSanitizer does not, and ignores those on stacks.
bool oc_sanitizers_know_bounds(LLVMValueRef function);

// Builds the asm statement.
void oc_sanitizers_part_threads(struct oc_ir *ir, LLVMBuilderRef builder);

// Moves variables of a function that is to be a coroutine to the heap, if a sanitizer knows bounds:
// those that LLVM cannot keep in registers. They are released where the function returns.
void oc_sanitizers_move_variables(struct oc_edit *edit, LLVMValueRef function);

#endif
