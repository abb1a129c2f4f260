// gpusources.h - sources in CUDA and HIP, which clang compiles where a command asks for that.
//
// offloadcc's own kernels are C. Who gives it a CUDA source mostly expects it to compile that, so a
// command is refused where clang could only fail with a message about something else: the source
// includes offload.h, or no GPU is named for which clang compiles the language. A header that the
// source includes may include offload.h, and so may a part of the source that the preprocessor
// skips. For these, offload_cplusplus.h has an #error. clang's default for CUDA, sm_52, is one that
// CUDA 13 has no assembler for.
#ifndef OC_DRIVER_GPUSOURCES_H
#define OC_DRIVER_GPUSOURCES_H

#include "base/diag.h"
#include "driver/command.h"
#include "driver/probe.h"

#include <stdbool.h>

// Returns false if a source of the command is refused, and says why.
bool oc_gpusources_check(struct oc_arena *arena, const struct oc_command *command,
                         const struct oc_probe *probe, struct oc_diag *diag);

#endif
