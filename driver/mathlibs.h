// mathlibs.h - which library of math functions device code gets: --offload-math.
//
//   auto       the GPU vendor's library if it is installed, else libclc: the default
//   libclc     ours, the same on every machine
//   vendor     the GPU vendor's library (targets/target.h); an error if it is not installed
//   libdevice  or another vendor's library by name, for its GPUs; other GPUs get libclc
//
// docs/math.md says where a vendor's library is looked for, and why this is the default.
#ifndef OC_DRIVER_MATHLIBS_H
#define OC_DRIVER_MATHLIBS_H

#include "driver/archs.h"
#include "driver/command.h"
#include "targets/target.h"

#include <stdio.h>

// Whether this is a value of --offload-math; and a list of all values, for messages.
bool oc_mathlibs_knows(const char *value);
const char *oc_mathlibs_known(struct oc_arena *arena);

// The path of the vendor's library that a target's code gets in place of libclc; NULL: it gets
// libclc.
const char *oc_mathlibs_find(struct oc_arena *arena, const struct oc_command *command,
                             const struct oc_target *target);

// Reports an error for each target of these architectures whose required library is missing, with
// the places where it was looked for.
void oc_mathlibs_check(struct oc_arena *arena, const struct oc_command *command,
                       const struct oc_archs *archs, struct oc_diag *diag);

// Prints a part of --offload-config: where each vendor's library is, even if it is not used.
void oc_mathlibs_print(struct oc_arena *arena, const struct oc_command *command, FILE *stream);

#endif
