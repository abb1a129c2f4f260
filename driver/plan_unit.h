// plan_unit.h - what makes the jobs of one source with kernels. Private to plan_unit.c, which has
// the scan's command, what all jobs have in common, and the order of the passes; plan_device.c, the
// device pass; and plan_host.c, the host pass.
#ifndef OC_DRIVER_PLAN_UNIT_H
#define OC_DRIVER_PLAN_UNIT_H

#include "driver/frontend.h"
#include "driver/plan.h"

// ---- plan_unit.c -------------------------------------------------------------------------------

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

// What comes of clang's own command, or is seen outside, waits for clang's answer, where that is
// still to come (plan_guess.c), unless it is there already.
void oc_plan_wait_for_answer(struct oc_plan *plan, struct oc_job *job);

// ---- plan_device.c -----------------------------------------------------------------------------

// All architectures' jobs; and the one that collects their results in `artifacts`, which it
// returns.
void oc_plan_device_pass(struct oc_plan *plan, struct oc_unit_plan *unit);
struct oc_job *oc_plan_collect(struct oc_plan *plan, struct oc_unit_plan *unit,
                               const char *artifacts);

// The scan takes device code from the cache, where it finds that it knows it.
void oc_plan_add_recall(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out);

// The object of an image, whose code for the CPU the host's object can be joined with; or NULL.
const char *oc_plan_device_object(const struct oc_plan *plan, const struct oc_unit_plan *unit);

// ---- plan_host.c -------------------------------------------------------------------------------

// The file with the piece of the host's object that has the images (src/host/images.h).
const char *oc_plan_images_object(const struct oc_plan *plan, const struct oc_unit_plan *unit);

// From the source to bitcode; from that, with the artifacts or NULL, to bitcode with launches and
// images; and from that, when `compiler` has made it, to what was asked for, joined with what
// `collect` made, if that is a piece. The last job of it is returned.
struct oc_job *oc_plan_host_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                     const char *output);

// The front end once more, for the x86-64 device, where it was begun early: that one has no lines,
// which few builds need.
struct oc_job *oc_plan_host_frontend_again(struct oc_plan *plan, struct oc_unit_plan *unit,
                                           const char *arch, const char *output);

// clang's command, with another name of the dependency file.
struct oc_args oc_plan_divert_dependencies(const struct oc_plan *plan, const struct oc_args *cc1,
                                           const char *path);
struct oc_job *oc_plan_host_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                     const char *input, const char *output, const char *artifacts);
struct oc_job *oc_plan_host_output(struct oc_plan *plan, struct oc_unit_plan *unit,
                                   const char *bitcode, const struct oc_job *compiler,
                                   const struct oc_job *collect);

#endif
