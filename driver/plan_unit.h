// plan_unit.h - the jobs of one source with kernels: its scan, then both passes, in the order that
// docs/ARCHITECTURE.md describes.
#ifndef OC_DRIVER_PLAN_UNIT_H
#define OC_DRIVER_PLAN_UNIT_H

#include "driver/plan.h"

// Adds the words of the scan's command.
void oc_plan_scan_words(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out);

// Decides the unit's strategy, and adds all its jobs after the scan. `cc1` is clang's command that
// compiles it. The host's front end may have been begun already (plan_guess.h). Returns the last
// job that makes its object, or NULL with --device-only.
struct oc_job *oc_plan_unit(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_args *cc1);

#endif
