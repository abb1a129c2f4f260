// plan_check.h - options that cannot be used, or mean nothing, beside kernels.
#ifndef OC_DRIVER_PLAN_CHECK_H
#define OC_DRIVER_PLAN_CHECK_H

#include "driver/plan.h"

// Reports errors and warnings about them.
void oc_plan_check_options(const struct oc_plan *plan);

#endif
