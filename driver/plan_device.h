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

// A component of a link of device code (src/link/connect.h), as far as one architecture is
// concerned.
struct oc_linked_arch {
    const char *arch;
    bool for_cpu;               // an object for the host's code; no image is made
    struct oc_args options;     // what its code is compiled with
    bool shares_code;           // of an image: its object may be the host's too
    const struct oc_job *image; // for_cpu: the last job of such an image; or NULL
};

// Adds the jobs that compile a component for an architecture, from its members' files. Returns the
// last one.
struct oc_job *oc_plan_join(struct oc_plan *plan, struct oc_unit_plan *component,
                            const struct oc_args *members, const struct oc_linked_arch *what);

// The object of the host's code that oc_plan_join makes.
const char *oc_plan_cpu_object(const struct oc_plan *plan, const struct oc_unit_plan *component);

// Adds the options of the job that makes the component's object, about what is kept in the cache:
// under `key`, which is NULL if nothing is.
void oc_plan_add_link_key(const struct oc_plan *plan, const struct oc_unit_plan *component,
                          const char *key, bool has_cpu, struct oc_args *out);

// Adds the programs and libraries that links of device code depend on, whatever it is for.
void oc_plan_add_link_tools(const struct oc_plan *plan, struct oc_args *out);

// Adds the options of the job that collects what these made.
void oc_plan_add_joined(struct oc_plan *plan, struct oc_unit_plan *component, const char *arch,
                        struct oc_job *job);

// Adds the options of the scan that make it take device code from the cache, if it is there.
void oc_plan_add_recall(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out);

// The path of the x86-64 image's object, if that can be a piece of the host's object; or NULL.
const char *oc_plan_device_object(const struct oc_plan *plan, const struct oc_unit_plan *unit);

// Warns about each architecture for which no image can be made, because a program is missing or too
// old, if its PTX does not replace the image.
void oc_plan_check_images(const struct oc_plan *plan);

#endif
