// assertions.h - assert(), abort() and exit() in kernels on a CPU: the message names the thread.
//
// The C library's __assert_fail knows nothing of threads of a block. In a kernel's body, and in
// functions that were inlined into it, calls of __assert_fail become calls of our function
// (src/builtins/cpu.c), with the thread's place as arguments. So do those of OC_NAME_OUTSIDE
// (ir/checks.h). The place is its global ids and the block sizes: using them does not change the
// loops that the kernel gets (threads.h).
#ifndef OC_ASSERTIONS_H
#define OC_ASSERTIONS_H

#include "cpu/callees.h"
#include "ir/ir.h"

// Whether the function calls any of these, itself or in what it calls.
bool oc_assertions_are_in(struct oc_callees *callees, LLVMValueRef function);

// Replaces these calls in a function of the kernel that stands at `kernel`. Call it before the
// calls of index functions are replaced.
void oc_assertions_place(struct oc_ir *ir, LLVMValueRef function, struct oc_place kernel);

#endif
