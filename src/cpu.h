// cpu.h - kernels on a CPU: index calls become reads of the block loop's own variables.
//
// The glue gives each kernel a function __offloadcc_k_blocks_<kernel> that loops over blocks and
// threads and calls the kernel. oc_cpu_lower inlines into it the kernel and every function below it
// that asks for an index, so that the index calls stand in the loop itself, and turns them into
// reads of the loop's variables, which LLVM then promotes to registers and vectorises over.
//
// Expects: unoptimised IR from clang, with debug info or without, at any -O.
// Leaves: functions that cannot be inlined (recursive ones, those called through pointers) with
// their index calls; these read what __offloadcc_enter_grid set for their thread.
#ifndef OC_CPU_H
#define OC_CPU_H

#include "ir.h"
#include "unit.h"

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
