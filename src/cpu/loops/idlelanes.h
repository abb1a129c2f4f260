// idlelanes.h - code for groups in which no lane does the work that a comparison guards.
//
// In `if (thread < limit) ...`, all lanes of most groups go the same way. If all lanes of a group
// do the work, the main loop runs them (split.h). If some lanes do it, a loop with masks runs them.
// If no lane does it, the loop of this module runs them; it has only the code outside of the
// branch.
#ifndef OC_IDLELANES_H
#define OC_IDLELANES_H

#include "cpu/loops/copy.h"
#include "cpu/loops/guards.h"

// The comparison that guards the work. It must be the only one in a loop over the lanes of a group,
// and it must be possible to tell that it holds for no lane. Else NULL.
const struct oc_guard *oc_idlelanes_guard(const struct oc_guards *guards);

// Makes the loop for idle lanes, as the copy that `idle` describes.
void oc_idlelanes_make(const struct oc_guards *guards, const struct oc_guard *only,
                       struct oc_copy *idle);

// Makes the loop for idle lanes before the loop for groups in which some lanes do the work, which
// `rest` describes. `none`: a bit, whether no lane does the work, so that the new loop runs.
void oc_idlelanes_add(const struct oc_guards *guards, const struct oc_guard *only,
                      LLVMValueRef none, struct oc_copy *rest);

#endif
