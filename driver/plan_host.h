// plan_host.h - the jobs of one source's host pass after its front end: our compiler, and those
// that make the output that the user wants.
#ifndef OC_DRIVER_PLAN_HOST_H
#define OC_DRIVER_PLAN_HOST_H

#include "driver/plan.h"

// Adds the job that turns the front end's bitcode `input` into the bitcode `output`, with launches
// and with the images in `artifacts`, which may be NULL. If the strategy has own_back_end, it also
// makes the object.
struct oc_job *oc_plan_host_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                     const char *input, const char *output, const char *artifacts);

// Adds the jobs that turn this bitcode, which the job `compiler` makes, into the user's output. If
// the images are a piece, which the job `collect` makes, it is linked in. Returns the last job.
struct oc_job *oc_plan_host_output(struct oc_plan *plan, struct oc_unit_plan *unit,
                                   const char *bitcode, const struct oc_job *compiler,
                                   const struct oc_job *collect);

// Adds the jobs that find what the report says of the host's code (model/findings.h): they compile
// it once more, with lines. Returns the last of them, which writes the file `findings`.
struct oc_job *oc_plan_findings(struct oc_plan *plan, struct oc_unit_plan *unit,
                                const char *findings);

// After the graph has run: prints the messages of the host's back ends that lacked places. For
// that, the host's code is compiled again with line tables. Does nothing if no message lacked its
// place.
void oc_plan_place_messages(struct oc_plan *plan);

// Adds a job that copies an object, of which others then see the symbols `kept` (a pattern) alone,
// and no others that it defines.
struct oc_job *oc_plan_hide(struct oc_plan *plan, struct oc_unit_plan *unit, const char *object,
                            const char *output, const char *kept, const struct oc_job *maker);

#endif
