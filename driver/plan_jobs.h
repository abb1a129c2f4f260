// plan_jobs.h - what all jobs of a source with kernels have in common: names of files, words of
// commands, how messages are shown.
#ifndef OC_DRIVER_PLAN_JOBS_H
#define OC_DRIVER_PLAN_JOBS_H

#include "driver/frontend.h"
#include "driver/plan.h"

// Where a unit's intermediate file goes: in the private directory, or with -save-temps where the
// user looks.
const char *oc_plan_temp(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                         const char *arch, const char *kind);

// A job whose messages come with the unit's, in order. `arch` may be NULL.
struct oc_job *oc_plan_add_job(struct oc_plan *plan, struct oc_unit_plan *unit, const char *name,
                               const char *arch);

// The form of what LLVM says to a job that reads bitcode.
const struct oc_irmessages *oc_plan_messages_form(const struct oc_plan *plan,
                                                  const struct oc_unit_plan *unit);

// Begins its command: offloadcc-cc1's sub-command `step`.
void oc_plan_add_step(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job *job,
                      const char *step);

// Options of our steps: the source; what identifies the unit's artifacts, on which both passes have
// to agree; how messages look; what the user said of our warnings.
void oc_plan_add_source(struct oc_unit_plan *unit, struct oc_job *job);
void oc_plan_add_identity(const struct oc_plan *plan, struct oc_job *job, const char *artifacts);

// Which architectures' images the object is to have, and whose text.
void oc_plan_add_images(const struct oc_plan *plan, struct oc_job *job);
void oc_plan_add_diagnostics(const struct oc_plan *plan, struct oc_args *argv);
void oc_plan_add_warnings(const struct oc_plan *plan, struct oc_args *argv);

// A run of clang's front or back end; `overlay` is the name of a file that the scan wrote.
struct oc_frontend oc_plan_frontend(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                    const char *overlay, const char *output);

// Makes `job` wait for `clang -###` if that has not ended yet (plan_guess.h). Every job needs that
// which uses clang's command line or writes a file that the user can see. Does nothing if the job
// need not run.
void oc_plan_wait_for_answer(struct oc_plan *plan, struct oc_job *job);

// The name of a source's language in the options of our steps: "c" or "cpp-output".
const char *oc_plan_language(enum oc_language language);

// The options of the scan's parse, which come after all others.
void oc_plan_add_parse_options(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                               struct oc_args *out);

// The file with the piece of the host's object that has the images (src/host/images.h).
const char *oc_plan_images_object(const struct oc_plan *plan, const struct oc_unit_plan *unit);

#endif
