// conditions.h - the conditions under which a launch writes an array whole, for reports. They are
// the needs of usage.h, which the runtime checks at each launch (src/runtime/launch/whole.c).
#ifndef OC_CONDITIONS_H
#define OC_CONDITIONS_H

#include "model/usage.h"

// The needs of a parameter in words: "the grid has at least n threads in x and 4 * n bytes are all
// of it". Needs that every launch meets are left out, and so is the need that a sum does not
// overflow; "" if none is left.
const char *oc_conditions_text(struct oc_arena *arena, const struct oc_kernel *kernel, size_t param,
                               const struct oc_param_usage *usage);

// Whether a launch meets the needs; OC_UNSURE if that depends on values that are known only when
// the program runs.
enum oc_truth oc_conditions_hold(const struct oc_kernel *kernel, size_t param,
                                 const struct oc_param_usage *usage,
                                 const struct oc_launch *launch);

#endif
