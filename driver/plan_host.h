// plan_host.h - the host pass of one source after its front end: our compiler, and what makes the
// object that the user asked for.
#ifndef OC_DRIVER_PLAN_HOST_H
#define OC_DRIVER_PLAN_HOST_H

#include "driver/plan.h"

// From the front end's bitcode `input`, with the artifacts or NULL, to bitcode with launches and
// images; where the strategy has it, also to the object.
struct oc_job *oc_plan_host_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                     const char *input, const char *output, const char *artifacts);

// From that bitcode, which `compiler` makes, to what was asked for, joined with what `collect` made
// where that is a piece. Returns the last job.
struct oc_job *oc_plan_host_output(struct oc_plan *plan, struct oc_unit_plan *unit,
                                   const char *bitcode, const struct oc_job *compiler,
                                   const struct oc_job *collect);

// After the graph has run: says what the host's back ends could not say for want of places. The
// host's code is compiled once more with its lines, which takes time only where LLVM warns.
void oc_plan_place_messages(struct oc_plan *plan);

#endif
