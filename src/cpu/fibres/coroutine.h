// coroutine.h - threads of a block as LLVM coroutines, for kernels with barriers that src/cpu/cpu.c
// cannot split into loops.
//
// oc_coroutine_make turns a kernel's fibre function (glue.h) into a coroutine (resumable.h). Its
// first call runs one thread to its first barrier, each resumption to the next, until the thread
// ends; then it is done and waits to be destroyed. The scheduler is __offloadcc_run_fibres
// (glue/preamble.h). This works for any control flow and any number of barriers.
//
// In the fibre function itself, index calls become loads from the thread's struct
// __offloadcc_place. A barrier becomes a suspension. A call of a function that may wait (waits.h)
// becomes a call of that function's coroutine (fibres.h), whose suspensions suspend the caller too.
// If the call is through a pointer, the pointer is compared with the functions of its type that may
// wait. Such functions keep their index calls, which read the place that the scheduler has set
// (__offloadcc_enter_grid).
//
// Expects: unoptimised IR from clang, with all inlining into fibre functions done, because a
// function that has become a coroutine cannot be inlined with its barriers any more.
// Leaves: IR with llvm.coro intrinsics, which must go through one of LLVM's pipelines.
#ifndef OC_COROUTINE_H
#define OC_COROUTINE_H

#include "ir/ir.h"
#include "model/unit.h"

// Returns false after a report: a function with a variable number of arguments cannot be a
// coroutine, so it cannot have a barrier.
bool oc_coroutine_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef fibre);

#endif
