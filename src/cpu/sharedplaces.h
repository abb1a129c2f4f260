// sharedplaces.h - where a kernel's shared variables are on a CPU.
//
// A block runs on one core, and the blocks there run one after the other. So a shared variable of a
// body function (glue.h) is a variable of that function; for functions that the body calls, and for
// coroutines, it is a thread-local variable. Sanitizers that check bounds do not check those of
// thread-local variables. For them it is a variable of the body in all cases, and other functions
// find it by a thread-local pointer.
#ifndef OC_SHAREDPLACES_H
#define OC_SHAREDPLACES_H

#include "base/map.h"
#include "ir/ir.h"

// Adds the functions that refer to a global variable to `functions`.
void oc_sharedplaces_note_users(LLVMValueRef value, struct oc_map *functions);

// Gives a body variables of its own in place of those of `variables` that it refers to. Adds the
// new variables to `places`.
void oc_sharedplaces_make(struct oc_ir *ir, const struct oc_values *variables, LLVMValueRef body,
                          struct oc_values *places);

// Makes `variables` thread-local for all functions that still use them; for sanitizers, replaces
// these uses too. Call it when the kernels' bodies and coroutines are complete.
void oc_sharedplaces_finish(struct oc_ir *ir, const struct oc_values *variables,
                            const struct oc_values *bodies);

// Replaces calls that ask for the size of dynamic shared memory (ir/checks.h) by that size. In a
// body it is loaded from the grid. Fibres do not get the grid, but load it from a thread-local
// variable.
void oc_sharedplaces_size_dynamic(struct oc_ir *ir, LLVMValueRef function, bool is_body);

// Has a body whose threads are fibres set that variable, if it is there.
void oc_sharedplaces_tell_fibres(struct oc_ir *ir, LLVMValueRef body);

#endif
