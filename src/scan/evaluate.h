// evaluate.h - the value of a bound in a launch whose arguments are constants, for reports.
#ifndef OC_EVALUATE_H
#define OC_EVALUATE_H

#include "model/unit.h"

// Sets the value of a kernel's bound. False if the launch leaves it open: an argument that the
// bound uses is no constant, or the bound is no number with them (it overflows, say). Without a
// launch only constant bounds have a value.
bool oc_evaluate_bound(struct oc_arena *arena, const struct oc_kernel *kernel,
                       const struct oc_bound *bound, const struct oc_launch *launch,
                       int64_t *value);

#endif
