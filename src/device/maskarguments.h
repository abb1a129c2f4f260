// maskarguments.h - NVIDIA GPUs: functions that are not kernels are told which lanes call them
// together, if they call lane functions.
//
// Lanes that a branch has parted may call a function from two places, and be in it at the same
// time. Each such function gets a parameter with the mask of the lanes, so that lanes of other
// calls are not taken for those of its own. Calls of these functions are like lane functions'
// (whole.h): the caller has to know the mask. Where a function is called through a pointer, the
// pointer is compared with the functions that it may point to, which are then called by name.
#ifndef OC_MASKARGUMENTS_H
#define OC_MASKARGUMENTS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

struct oc_maskarguments {
    struct oc_values functions; // that use lane functions, and are not kernels
    struct oc_values masks;     // the parameter of each; NULL of one that cannot have it
};

// Finds the functions that call lane functions without a mask, or functions that do, and gives them
// their parameters.
void oc_maskarguments_add(struct oc_ir *ir, const struct oc_lowering *lowering,
                          struct oc_maskarguments *out);

// Whether the mask that a call of such a function passes is still to be set.
bool oc_maskarguments_is_unset(LLVMValueRef call);

// Sets the mask that a call of such a function passes.
void oc_maskarguments_set(LLVMValueRef call, LLVMValueRef mask);

#endif
