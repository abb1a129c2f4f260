// recursion.h - finds the functions of device code that are not recursive.
//
// LLVM finds them only if it optimises. For a kernel that may recurse, the size of the stack is not
// known. libomptarget 22 then gives it 16 KiB on AMD GPUs, though even a single frame may be
// larger.
#ifndef OC_RECURSION_H
#define OC_RECURSION_H

#include "ir/ir.h"

// Marks the functions that are not part of a recursion, for the back end (`norecurse`).
void oc_recursion_mark(struct oc_ir *ir);

#endif
