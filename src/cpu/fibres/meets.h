// meets.h - -foffload-check: threads of a block that wait at different barriers.
//
// Only kernels whose threads cannot be shown to come to the same barriers are coroutines. Their
// code tells src/builtins/cpu.c when a thread begins, and at which line it comes to a barrier.
#ifndef OC_MEETS_H
#define OC_MEETS_H

#include "ir/ir.h"
#include "model/unit.h"

// Before the fibre becomes a coroutine.
void oc_meets_place(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef fibre);

#endif
