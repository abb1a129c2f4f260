// plan_frontend.h - the host's front end of one source, which also serves the x86-64 device where
// the strategy shares it.
#ifndef OC_DRIVER_PLAN_FRONTEND_H
#define OC_DRIVER_PLAN_FRONTEND_H

#include "driver/plan.h"

// Whether messages of the host's code at run time are to have lines, as the glue in the file `text`
// says (base/names.h, OC_LINES_MARK).
bool oc_plan_names_lines(struct oc_arena *arena, const char *text);

// Adds the job that compiles the source to the bitcode file `output`, and writes the user's
// dependency file.
struct oc_job *oc_plan_host_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                     const char *output);

// Adds a job that does so again, with line tables: for the x86-64 device (`arch`), if the first
// front end was started early and so made none; or for messages about the host's code (`arch` is
// NULL).
struct oc_job *oc_plan_host_frontend_again(struct oc_plan *plan, struct oc_unit_plan *unit,
                                           const char *arch, const char *output);

// A copy of clang's command with `path` as the dependency file.
struct oc_args oc_plan_divert_dependencies(const struct oc_plan *plan, const struct oc_args *cc1,
                                           const char *path);

#endif
