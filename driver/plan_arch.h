// plan_arch.h - the device jobs of one architecture: their files, and the options that they are
// given, in the device pass of a source (plan_device.h) and in a link of device code (plan_join.h).
#ifndef OC_DRIVER_PLAN_ARCH_H
#define OC_DRIVER_PLAN_ARCH_H

#include "driver/plan.h"

// The paths of the files that the jobs make.
struct oc_arch_files {
    const char *depfile, *front, *plugged, *bitcode, *code, *assembly, *image, *usage;
    const char *linked; // the image, if the device compiler makes it; or NULL
    const char *object; // that the host's object may share; or NULL
    const char *key;    // of what may be kept; NULL: nothing is
    bool has_image;
};

struct oc_arch_files oc_plan_arch_files(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                        const char *arch);

// Adds the options by which `scan`, `collect` and `linked` are told of these files.
void oc_plan_add_arch_files(const struct oc_arch_files *files, const char *arch,
                            struct oc_args *out);

// Whether this machine's assembler does not support the architecture, so that only text is made.
bool oc_plan_is_text_only(const struct oc_plan *plan, const char *arch);

// Whether an architecture's compiler starts before the others.
bool oc_plan_is_urgent(const char *arch);

// Adds a device compiler's options: about the cache, the command that makes the image, and the
// libraries that the code is linked with.
void oc_plan_add_arch_cache(struct oc_plan *plan, const struct oc_arch_files *files,
                            struct oc_args *argv);
void oc_plan_add_image_words(struct oc_plan *plan, const struct oc_unit_plan *unit,
                             const char *arch, const struct oc_arch_files *files,
                             struct oc_args *argv);
void oc_plan_add_libraries(const struct oc_plan *plan, const char *arch, struct oc_args *argv);

// Adds the job that makes the image. Returns NULL where its program is missing.
struct oc_job *oc_plan_image(struct oc_plan *plan, struct oc_unit_plan *unit, const char *arch,
                             const struct oc_arch_files *files);

// Add programs and libraries that device code depends on, as --tool=FILE: one file, unless its path
// is NULL; the libraries of a target; the programs that make images.
void oc_plan_add_tool(const char *path, struct oc_args *out);
void oc_plan_add_target_tools(const struct oc_plan *plan, const struct oc_target *target,
                              struct oc_args *out);
void oc_plan_add_image_tools(const struct oc_plan *plan, struct oc_args *out);

#endif
