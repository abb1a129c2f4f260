// assertions.h - assert(), abort() and exit() in kernels on a CPU: the message names the thread.
//
// In a kernel's body, and in functions that were inlined into it, calls of the functions that
// ir/stops.h has put in place become calls of others (src/builtins/cpu.c), with the thread's place
// as arguments. So do those of OC_NAME_OUTSIDE (ir/checks.h). The place is its global ids and the
// block sizes: using them does not change the loops that the kernel gets (threads.h).
#ifndef OC_ASSERTIONS_H
#define OC_ASSERTIONS_H

#include "ir/ir.h"

// Replaces these calls in a function of a kernel. Call it before the calls of index functions are
// replaced.
void oc_assertions_place(struct oc_ir *ir, LLVMValueRef function);

#endif
