// cpu.h - kernels on a CPU: adds loops over blocks and threads to the glue's body functions.
//
// The glue gives each kernel a function __offloadcc_k_body_<kernel> with the code of one thread.
// oc_cpu_lower inlines into it the kernel, small functions, and every called function that uses an
// index, meets a barrier, uses shared memory or may fail an assertion (assertions.h). Then
//
//     body.h     reads the thread's code as a graph,
//     uniform.h  finds the values that are the same for all threads of a block,
//     regions.h  cuts the code at barriers,
//     threads.h  puts loops over threads around the pieces (carry.h, split.h).
//
// A kernel with barriers runs the threads of a block as coroutines (coroutine.h) if it cannot be
// shown that all threads meet the same barriers, and at -O0, where a debugger has to find variables
// in their places.
//
// A shared variable becomes a variable of the body. For functions that are still called, and for
// coroutines, it becomes thread-local, because a block runs on one core.
//
// Expects: unoptimised IR from clang, with debug information or without, at any -O.
// Leaves: functions that cannot be inlined (recursive ones, those called through pointers) with
// their index calls; these read what __offloadcc_enter_grid set for their thread.
// Kernels without body functions, whose code is in another object, are not changed.
//
// For tests: with OFFLOADCC_CPU_THREADS=coroutines in the environment, all kernels with barriers
// use coroutines.
#ifndef OC_CPU_H
#define OC_CPU_H

#include "cpu/analysis/missed.h"
#include "ir/ir.h"
#include "model/unit.h"

// The functions of one kernel. Calls of the launcher in kernels become calls of the body.
struct oc_cpu_kernel {
    LLVMValueRef body;     // the kernel's own code
    LLVMValueRef launcher; // the host's function that launches the kernel; NULL on devices
};

// `kernels` has the functions of unit->kernels, in the same order. `missed` says why the threads of
// a kernel run one after the other; its kernel is set here. Returns false after a reported failure.
bool oc_cpu_lower(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_cpu_kernel *kernels,
                  struct oc_missed *missed);

#endif
