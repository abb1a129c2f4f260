// debuginfo.h - debug information of GPU code that LLVM alone gets wrong, or that we moved.
#ifndef OC_DEBUGINFO_H
#define OC_DEBUGINFO_H

#include "ir/ir.h"

// Moves what debuggers know of a global variable to the one that takes its place, in the address
// space that is DWARF's number `space` on the device. 0: DWARF has none for it; it stays without a
// place then.
void oc_debuginfo_move_global(struct oc_ir *ir, LLVMValueRef from, LLVMValueRef to, unsigned space);

// For AMD GPUs, clang describes each variable as a place in private memory. That is not so for
// global variables, and where LLVM has put one into a register: a debugger would take its value for
// an address. To be called after the optimiser; does nothing to code without debug information, or
// that needs nothing.
void oc_debuginfo_mend(struct oc_ir *ir);

#endif
