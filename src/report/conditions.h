// conditions.h - when a launch writes an array whole, for reports: the needs of usage.h, which the
// runtime looks at in each launch (src/runtime/launch/whole.c).
#ifndef OC_CONDITIONS_H
#define OC_CONDITIONS_H

#include "model/usage.h"

// The needs of a parameter in words: "the grid has at least n threads in x and 4 * n bytes are all
// of it". Those that any launch fulfils are left out, and of what is not written down here the one
// that sums have a value; "" if that is all.
const char *oc_conditions_text(struct oc_arena *arena, const struct oc_kernel *kernel, size_t param,
                               const struct oc_param_usage *usage);

// Whether a launch fulfils them. OC_UNSURE where it depends on what is not known before.
enum oc_truth oc_conditions_hold(const struct oc_kernel *kernel, size_t param,
                                 const struct oc_param_usage *usage,
                                 const struct oc_launch *launch);

#endif
