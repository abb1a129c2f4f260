// debuginfo.h - corrects debug information of GPU code, which LLVM or our own changes made wrong.
#ifndef OC_DEBUGINFO_H
#define OC_DEBUGINFO_H

#include "ir/ir.h"

// Moves the debug information of global variable `from` to `to`, the variable that replaces it, in
// the address space with DWARF's number `space` on the device. If `space` is 0, DWARF has no number
// for the address space, and debuggers are not told where the variable is.
void oc_debuginfo_move_global(struct oc_ir *ir, LLVMValueRef from, LLVMValueRef to, unsigned space);

// For AMD GPUs, clang describes each variable as a place in private memory. That is wrong for
// global variables, and for variables that LLVM has put into registers, whose values a debugger
// would take for addresses. This corrects it, after the optimiser. Other code is not changed.
void oc_debuginfo_mend(struct oc_ir *ir);

#endif
