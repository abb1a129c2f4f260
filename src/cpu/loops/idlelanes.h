// idlelanes.h - code for groups of which no lane does what a comparison decides.
//
// In `if (thread < limit) ...`, all lanes of most groups go the same way. For groups of which all
// lanes do the work, there is the main loop (split.h), and for those of which some do, a loop with
// masks. The others get a loop of their own, in which little is left.
#ifndef OC_IDLELANES_H
#define OC_IDLELANES_H

#include "cpu/loops/copy.h"
#include "cpu/loops/guards.h"

// The comparison that decides, if it is the only one in a loop over the lanes of a group, and its
// contrary is known to hold where it holds for no lane. Else NULL.
const struct oc_guard *oc_idlelanes_guard(const struct oc_guards *guards);

// Makes the loop, where `idle` says.
void oc_idlelanes_make(const struct oc_guards *guards, const struct oc_guard *only,
                       struct oc_copy *idle);

// Makes it before the loop for groups of which some lanes do the work, which `rest` describes.
// `none`: a bit, whether it is to run.
void oc_idlelanes_add(const struct oc_guards *guards, const struct oc_guard *only,
                      LLVMValueRef none, struct oc_copy *rest);

#endif
