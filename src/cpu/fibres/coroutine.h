// coroutine.h - threads of a block as LLVM coroutines, for kernels with barriers that src/cpu/cpu.c
// cannot split into loops.
//
// oc_coroutine_make turns a kernel's fibre function (glue.h) into a coroutine (resumable.h): its
// first call runs one thread to its first barrier, each resumption to the next, until the thread
// ends; then it is done and waits to be destroyed. __offloadcc_run_fibres (glue/preamble.h) is the
// scheduler. So any control flow will do, and any number of barriers.
//
// In the fibre function itself, index calls become reads of its place. A barrier becomes a
// suspension, and a call of a function that waits becomes one of that function's coroutine
// (fibres.h), whose suspensions suspend the caller too. A call through a pointer compares it with
// the functions of its type that wait. Such functions keep their index calls: the scheduler says
// where their thread is (__offloadcc_enter_grid).
//
// Expects: unoptimised IR from clang. All inlining into fibre functions is done: a function that
// has become a coroutine has lost its barriers for those that would inline it later.
// Leaves: IR with llvm.coro intrinsics, which must go through a pipeline of LLVM's.
#ifndef OC_COROUTINE_H
#define OC_COROUTINE_H

#include "ir/ir.h"
#include "model/unit.h"

// What cannot be a coroutine is reported: a barrier in a function with variable arguments.
bool oc_coroutine_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef fibre);

#endif
