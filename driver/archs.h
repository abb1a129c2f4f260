// archs.h - which architectures to compile for.
#ifndef OC_DRIVER_ARCHS_H
#define OC_DRIVER_ARCHS_H

#include "driver/command.h"

struct oc_archs {
    struct oc_args names; // known ones, each once, in the order in which they were first named
    bool demanded;        // by --offload-arch or OFFLOADCC_ARCH, not found by looking around
};

// From --offload-arch, else OFFLOADCC_ARCH, else `native`: the GPUs of this machine, or none.
// Reports unknown names and returns false then.
bool oc_archs_resolve(struct oc_arena *arena, const struct oc_command *command,
                      struct oc_diag *diag, struct oc_archs *out);

#endif
