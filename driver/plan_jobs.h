// plan_jobs.h - what all jobs of a source with kernels have in common: names of files, words of
// commands, how messages are shown.
#ifndef OC_DRIVER_PLAN_JOBS_H
#define OC_DRIVER_PLAN_JOBS_H

#include "driver/frontend.h"
#include "driver/plan.h"

// The path of a unit's intermediate file: in the private directory, or with -save-temps beside the
// output or in the working directory.
const char *oc_plan_temp(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                         const char *arch, const char *kind);

// Adds a job whose messages are printed with the unit's, in order. `arch` may be NULL.
struct oc_job *oc_plan_add_job(struct oc_plan *plan, struct oc_unit_plan *unit, const char *name,
                               const char *arch);

// The form of LLVM's messages in a job that reads bitcode.
const struct oc_irmessages *oc_plan_messages_form(const struct oc_plan *plan,
                                                  const struct oc_unit_plan *unit);

// Adds the first words of the job's command: offloadcc-cc1 and its sub-command `step`.
void oc_plan_add_step(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job *job,
                      const char *step);

// Add options of our steps: the source; and the words that identify the unit's artifacts, which
// both passes need.
void oc_plan_add_source(struct oc_unit_plan *unit, struct oc_job *job);
void oc_plan_add_identity(const struct oc_plan *plan, struct oc_job *job, const char *artifacts);

// Adds which text (PTX) an object gets, and how images are compressed.
void oc_plan_add_embedding(const struct oc_plan *plan, struct oc_args *out);

// Adds these, and the architectures whose images and text the object gets.
void oc_plan_add_images(const struct oc_plan *plan, struct oc_job *job);

// Whether arrays of launches may stay on devices.
bool oc_plan_is_resident(const struct oc_plan *plan);

// Add the form of messages, and the user's options about our warnings.
void oc_plan_add_diagnostics(const struct oc_plan *plan, struct oc_args *argv);
void oc_plan_add_warnings(const struct oc_plan *plan, struct oc_args *argv);

// What a command of clang's front or back end needs (frontend.h). `overlay` is the name of a file
// that the scan wrote.
struct oc_frontend oc_plan_frontend(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                    const char *overlay, const char *output);

// Makes `job` wait for `clang -###` if that has not ended yet (plan_guess.h). Needed by every job
// that uses clang's command line or writes a file that the user can see. Does nothing if the file
// job->unless exists, so that the job is not run.
void oc_plan_wait_for_answer(struct oc_plan *plan, struct oc_job *job);

// The name of a source's language in the options of our steps: "c" or "cpp-output".
const char *oc_plan_language(enum oc_language language);

// Adds the options for parsing the source, which are the last ones of the scan's command.
void oc_plan_add_parse_options(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                               struct oc_args *out);

// The path of the piece of the host's object that has the images (src/host/images.h).
const char *oc_plan_images_object(const struct oc_plan *plan, const struct oc_unit_plan *unit);

#endif
