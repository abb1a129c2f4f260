// archs.h - which architectures to compile for.
#ifndef OC_DRIVER_ARCHS_H
#define OC_DRIVER_ARCHS_H

#include "driver/command.h"
#include "targets/target.h"

struct oc_archs {
    struct oc_args names;     // known ones, each once, in the order in which they were first named
    struct oc_args text_only; // those that this machine's assembler does not know
    // Of those whose text the assembler takes in a newer version than all assemblers do, each
    // followed by LLVM's feature for that version.
    struct oc_args newer;
    bool demanded; // by --offload-arch or OFFLOADCC_ARCH, not found by looking around
};

// From --offload-arch, else OFFLOADCC_ARCH, else `native`: the GPUs of this machine, or none.
// `all` and `all-major` are lists of all GPU targets, `nvptx64-all` and the like of one.
// Reports unknown names and returns false then.
bool oc_archs_resolve(struct oc_arena *arena, const struct oc_command *command,
                      const struct oc_tools *tools, struct oc_diag *diag, struct oc_archs *out);

#endif
