// wideatomics.h - atomic operations on 16 bytes.
//
// LLVM's code generators compile them where the processor has a compare-and-swap of 16 bytes, and
// the module asks for it. Else they become calls of functions of libatomic, which neither a device
// nor, often, a program has.
#ifndef OC_WIDEATOMICS_H
#define OC_WIDEATOMICS_H

#include "ir/ir.h"

// Whether some function of the module has such an operation.
bool oc_wideatomics_exist(struct oc_ir *ir);

// For x86-64: if one of these functions, or a function that they can reach, has such an operation,
// allows cmpxchg16b in all functions of the module, since any may get the operation by inlining.
// All x86-64 processors but the first ones of 2003 to 2005 have that instruction.
void oc_wideatomics_allow(struct oc_ir *ir, const struct oc_values *functions);

#endif
