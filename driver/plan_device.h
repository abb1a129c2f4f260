// plan_device.h - the device pass of one source: a front end, a compiler and an image for each
// architecture, and the job that collects them.
#ifndef OC_DRIVER_PLAN_DEVICE_H
#define OC_DRIVER_PLAN_DEVICE_H

#include "driver/plan.h"

// Adds the jobs of all architectures.
void oc_plan_device_pass(struct oc_plan *plan, struct oc_unit_plan *unit);

// Adds the front ends of an incomplete unit, whose device code is compiled when the program is
// linked; and the host step's options for what they make, which the object is to have.
void oc_plan_device_frontends(struct oc_plan *plan, struct oc_unit_plan *unit);
void oc_plan_add_unlinked(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job *job);

// Adds the job that collects their results in the directory `artifacts`.
struct oc_job *oc_plan_collect(struct oc_plan *plan, struct oc_unit_plan *unit,
                               const char *artifacts);

// Adds the options of the scan that make it take device code from the cache, if it is there.
void oc_plan_add_recall(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out);

// The path of the x86-64 image's object, if that can be a piece of the host's object; or NULL.
const char *oc_plan_device_object(const struct oc_plan *plan, const struct oc_unit_plan *unit);

// Warns about each architecture for which no image can be made, because a program is missing or too
// old, if its PTX does not replace the image.
void oc_plan_check_images(const struct oc_plan *plan);

#endif
