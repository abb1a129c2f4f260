// maskwaits.h - AMD GPUs: lanes of a mask wait for each other where they come to a lane function in
// different turns of a loop.
//
// NVIDIA's lane functions wait for the lanes of their masks. On AMD GPUs a lane that waits would
// keep the others of its wave from running. So such a loop is changed: lanes that wait do its turns
// along with the others, and nothing in them (cpu/lanepaths.h). cpu/awaits.h says which loops these
// are.
#ifndef OC_MASKWAITS_H
#define OC_MASKWAITS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Has functions that call lane functions with masks inlined, also where the user does not want it:
// a loop may be around their calls. Recursive ones are not.
void oc_maskwaits_inline(struct oc_ir *ir);

// Whether a function calls lane functions with masks.
bool oc_maskwaits_are_in(LLVMValueRef function);

// Changes the loops of a function. Returns false after a reported failure.
bool oc_maskwaits_make(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef function);

#endif
