// sharedplaces.h - where a kernel's shared variables are on a CPU.
//
// A block is on one core, and blocks come one after the other there. So a shared variable of a body
// function (glue.h) is a variable of the function; for functions that the body calls, and for
// coroutines, it is thread-local. Sanitizers that know bounds ignore those of thread-local
// variables: for them it is a variable of the body everywhere, and functions find it by a
// thread-local pointer.
#ifndef OC_SHAREDPLACES_H
#define OC_SHAREDPLACES_H

#include "base/map.h"
#include "ir/ir.h"

// Adds the functions that mention a variable.
void oc_sharedplaces_note_users(LLVMValueRef value, struct oc_map *functions);

// Moves the variables that a body mentions into it. The new ones are added to `places`.
void oc_sharedplaces_make(struct oc_ir *ir, const struct oc_values *variables, LLVMValueRef body,
                          struct oc_values *places);

// Deals with all other uses, when the kernels' bodies and coroutines are made.
void oc_sharedplaces_finish(struct oc_ir *ir, const struct oc_values *variables,
                            const struct oc_values *bodies);

#endif
