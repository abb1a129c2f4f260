// assertions.h - assert() in kernels on a CPU: the message names the thread.
//
// The C library's knows nothing of blocks. In a kernel's body and what was inlined into it, calls
// of its __assert_fail become calls of our function (src/builtins/cpu.c), which are told the
// thread's place: by global ids, for which no loop has to be another than without an assertion
// (threads.h).
#ifndef OC_ASSERTIONS_H
#define OC_ASSERTIONS_H

#include "ir/ir.h"

// What an assertion that fails calls.
#define OC_ASSERTIONS_CALLED "__assert_fail"

// To be called while calls of index functions still stand for indices.
void oc_assertions_place(struct oc_ir *ir, LLVMValueRef function);

#endif
