// lanecalls.h - GPUs: the lane functions of the device's library (src/builtins/lanes.h), and calls
// of them.
#ifndef OC_LANECALLS_H
#define OC_LANECALLS_H

#include "ir/ir.h"

// Endings of the names of functions that get the lanes as an argument: all of a warp, as the number
// of the last one, or those in a mask.
#define OC_LANES_WHOLE "_whole"
#define OC_LANES_AMONG "_among"

// Whether a function is one of the library's lane functions.
bool oc_lanecalls_is_among(LLVMValueRef function);

// Whether it is one that user code calls: without such an ending.
bool oc_lanecalls_is_function(LLVMValueRef function);

// Whether an instruction calls such a function; and whether the last argument of a call is a mask.
bool oc_lanecalls_is_call(LLVMValueRef instruction);
bool oc_lanecalls_has_mask(LLVMValueRef call);

// Whether that mask is a constant that names all lanes.
bool oc_lanecalls_names_all(const struct oc_ir *ir, LLVMValueRef call);

// Builds a call of one of the library's functions.
LLVMValueRef oc_lanecalls_build(struct oc_ir *ir, LLVMBuilderRef builder, const char *name,
                                LLVMValueRef *arguments, unsigned count);

// Asks for lanes in `block`, by a function without arguments, for all calls that the lanes come to
// from there.
LLVMValueRef oc_lanecalls_ask(struct oc_ir *ir, LLVMBasicBlockRef block, const char *name);

// Builds a vote: the mask, of 32 bits, of those lanes of a mask for which a condition holds. They
// wait for each other, but not for lanes that have ended.
LLVMValueRef oc_lanecalls_vote(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef condition,
                               LLVMValueRef mask);

// Replaces a call by one of the function with another ending.
void oc_lanecalls_replace(struct oc_ir *ir, LLVMValueRef call, const char *ending,
                          LLVMValueRef lanes);

#endif
