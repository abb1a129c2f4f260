// coroutine.h - threads of a block as LLVM coroutines, for kernels with barriers that src/cpu.c
// cannot split into loops.
//
// oc_coroutine_make turns a kernel's fibre function (glue.h) into a switch-resumed coroutine of
// LLVM's: its first call runs one thread to its first barrier, each resumption to the next, until
// the thread ends; then it is done and waits to be destroyed. __offloadcc_run_fibres
// (glue_preamble.h) is the scheduler. Values that live across barriers are kept in the coroutine's
// frame, memory from __offloadcc_fibre_memory: LLVM's CoroSplit, which is in every pipeline, -O0's
// too, finds out which they are. So any control flow will do, and any number of barriers.
//
// In the fibre function itself, index calls become reads of its place.
//
// A function that waits at a barrier, itself or in what it calls, and is still called, since it
// could not be inlined (it is recursive, called through a pointer, compiled for another processor),
// becomes a coroutine too, `<name>.fibre`:
//
//     handle = f.fibre(arguments, &result);
//     while (!done(handle)) { suspend; resume(handle); }
//     destroy(handle);
//
// and the function under its old name does this without the suspension, for callers outside of
// kernels, where a barrier is nothing to wait for. A call through a pointer compares it with the
// functions of its type that wait. Such functions keep their index calls: the scheduler says
// where their thread is (__offloadcc_enter_grid).
//
// Expects: unoptimised IR from clang. All inlining into fibre functions is done: a function that
// has become a coroutine has lost its barriers for those that would inline it later.
// Leaves: IR with llvm.coro intrinsics, which must go through a pipeline of LLVM's.
#ifndef OC_COROUTINE_H
#define OC_COROUTINE_H

#include "ir.h"
#include "unit.h"

// What cannot be a coroutine is reported: a barrier in a function with variable arguments.
bool oc_coroutine_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef fibre);

#endif
