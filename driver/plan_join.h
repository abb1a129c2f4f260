// plan_join.h - the jobs that compile a component of a link of device code (plan_link.h) for one
// architecture.
#ifndef OC_DRIVER_PLAN_JOIN_H
#define OC_DRIVER_PLAN_JOIN_H

#include "driver/plan.h"

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

// Adds the programs and libraries that links of device code depend on, for all targets.
void oc_plan_add_link_tools(const struct oc_plan *plan, struct oc_args *out);

// Adds the options of the job that collects what these made.
void oc_plan_add_joined(struct oc_plan *plan, struct oc_unit_plan *component, const char *arch,
                        struct oc_job *job);

#endif
