// mathlibs.h - which library of math functions device code gets: --offload-math.
//
//   auto       vendor's where it is installed, else libclc: the default
//   libclc     ours, the same on every machine
//   vendor     of each GPU the vendor's (targets/target.h); an error where it is not installed
//   libdevice  one vendor's, or another; other GPUs get libclc
//
// docs/math.md says where a vendor's library is looked for, and why this is the default.
#ifndef OC_DRIVER_MATHLIBS_H
#define OC_DRIVER_MATHLIBS_H

#include "driver/archs.h"
#include "driver/command.h"
#include "targets/target.h"

#include <stdio.h>

// Whether --offload-math may have this value; and all values, for messages.
bool oc_mathlibs_knows(const char *value);
const char *oc_mathlibs_known(struct oc_arena *arena);

// The vendor's library that a target's code gets in place of libclc; NULL: none.
const char *oc_mathlibs_find(struct oc_arena *arena, const struct oc_command *command,
                             const struct oc_target *target);

// Reports, for each target of these architectures, that the library which was asked for is not
// there, and where it was looked for.
void oc_mathlibs_check(struct oc_arena *arena, const struct oc_command *command,
                       const struct oc_archs *archs, struct oc_diag *diag);

// A part of --offload-config: where each vendor's library is, whether or not it is asked for.
void oc_mathlibs_print(struct oc_arena *arena, const struct oc_command *command, FILE *stream);

#endif
