// archs.h - which architectures to compile for.
#ifndef OC_DRIVER_ARCHS_H
#define OC_DRIVER_ARCHS_H

#include "driver/cachedir.h"
#include "targets/target.h"

struct oc_archs {
    struct oc_args names;     // the architectures, each once, in the order in which they were named
    struct oc_args text_only; // those that this machine's assembler does not support
    // Pairs: an architecture for which this machine's assembler accepts a newer version of assembly
    // than every assembler does, and LLVM's feature for that version.
    struct oc_args newer;
    bool demanded; // the user named them, by --offload-arch or OFFLOADCC_ARCH
};

// Takes the architectures from --offload-arch, else from OFFLOADCC_ARCH, else `native`: the GPUs of
// this machine, if any. `all` and `all-major` stand for lists over all GPU targets, `nvptx64-all`
// and the like for those of one target. Reports unknown names, and returns false then. The cache
// keeps what an assembler says of itself.
bool oc_archs_resolve(struct oc_arena *arena, const struct oc_command *command,
                      const struct oc_tools *tools, const struct oc_cachedir *cache,
                      struct oc_diag *diag, struct oc_archs *out);

#endif
