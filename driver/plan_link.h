// plan_link.h - the link of a program whose files share device code (src/link/connect.h).
//
// Its jobs are planned when the objects exist. The first one finds the units whose device code is
// to be linked, and writes a plan (src/tools/link.h). For each component of it there are a device
// compiler and an image for each architecture, and a job that makes an object with the images. The
// last job is clang's link, with these objects.
#ifndef OC_DRIVER_PLAN_LINK_H
#define OC_DRIVER_PLAN_LINK_H

#include "driver/plan.h"

// Whether a command of clang's is its link.
bool oc_plan_is_link(const struct oc_args *command);

// Reports the error that kernels cannot be linked with -static.
void oc_plan_report_static(struct oc_diag *diag);

// Whether the link that the user asks for is possible with kernels. Reports it if not.
bool oc_plan_check_link(const struct oc_plan *plan);

// Adds the job that finds the units to plan->questions, if the command compiles nothing, and
// clang's answer to it was kept when the link was made last. It then runs at the same time as
// clang.
void oc_plan_link_begin(struct oc_plan *plan);

// Plans the jobs in plan->linking, and runs them. Returns 0, or the exit code.
int oc_plan_link(struct oc_plan *plan);

// -###: prints the jobs, if there are any, as far as they are known: all if the objects exist.
void oc_plan_link_print(struct oc_plan *plan);

#endif
