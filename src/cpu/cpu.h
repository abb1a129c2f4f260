// cpu.h - kernels on a CPU: the glue's body functions get their loops over blocks and threads.
//
// The glue gives each kernel a function __offloadcc_k_body_<kernel> with the code of one thread.
// oc_cpu_lower inlines into it the kernel and every function below it that asks for an index, meets
// a barrier, uses shared memory or may fail an assertion (assertions.h), and small ones. Then
//
//     body.h     reads the thread's code as a graph,
//     uniform.h  finds what is the same for all threads of a block,
//     regions.h  cuts the code at barriers,
//     threads.h  puts loops over threads around the pieces (carry.h, split.h).
//
// Where the code cannot be cut so that it is sure that all threads meet the same barriers, and at
// -O0, where a debugger is to find variables in their places, a kernel with barriers runs the
// threads of a block as coroutines (coroutine.h).
//
// A shared variable becomes a variable of the body; for functions that are still called, and for
// coroutines, a thread-local one: a block is on one core.
//
// Expects: unoptimised IR from clang, with debug info or without, at any -O.
// Leaves: functions that cannot be inlined (recursive ones, those called through pointers) with
// their index calls; these read what __offloadcc_enter_grid set for their thread.
// Kernels without body functions, whose code runs elsewhere, are left alone.
//
// For tests: with OFFLOADCC_CPU_THREADS=coroutines in the environment, all kernels with barriers
// are coroutines.
#ifndef OC_CPU_H
#define OC_CPU_H

#include "ir/ir.h"
#include "model/unit.h"

// A kernel's function bodies by index in unit->kernels, and what stands for the kernel in calls
// from elsewhere (the host's launching functions; NULL on devices): such calls from inside a kernel
// are turned into calls of the body.
struct oc_cpu_kernel {
    LLVMValueRef body;
    LLVMValueRef launcher;
};

// Failure is reported.
bool oc_cpu_lower(struct oc_ir *ir, const struct oc_unit *unit,
                  const struct oc_cpu_kernel *kernels);

#endif
