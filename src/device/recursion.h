// recursion.h - which functions of device code may be part of a recursion.
//
// LLVM finds that out only where it optimises. For kernels that may recurse the size of the stack
// is not known: libomptarget 22 gives them 16 KiB on AMD GPUs then, though a single frame may be
// larger.
#ifndef OC_RECURSION_H
#define OC_RECURSION_H

#include "ir/ir.h"

// Tells the back end which functions are not part of any recursion, callees first.
void oc_recursion_mark(struct oc_ir *ir);

#endif
