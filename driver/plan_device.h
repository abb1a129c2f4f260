// plan_device.h - the device pass of one source: a front end, a compiler and an image for each
// architecture, and the job that collects them.
#ifndef OC_DRIVER_PLAN_DEVICE_H
#define OC_DRIVER_PLAN_DEVICE_H

#include "driver/plan.h"

// All architectures' jobs.
void oc_plan_device_pass(struct oc_plan *plan, struct oc_unit_plan *unit);

// The job that collects their results in the directory `artifacts`.
struct oc_job *oc_plan_collect(struct oc_plan *plan, struct oc_unit_plan *unit,
                               const char *artifacts);

// Options of the scan, by which it takes device code from the cache where the cache has it.
void oc_plan_add_recall(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out);

// The object of an image whose code for the CPU can be a piece of the host's object; or NULL.
const char *oc_plan_device_object(const struct oc_plan *plan, const struct oc_unit_plan *unit);

// Warns of programs that are missing for the images, once an architecture.
void oc_plan_check_images(const struct oc_plan *plan);

#endif
