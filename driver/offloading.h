// offloading.h - device code that is clang's own: OpenMP's `target` regions, HIP, CUDA.
//
// --offload-arch, --offload-host-only and a few more are ours where a source has kernels, and
// clang's where it makes device code itself (OC_FORWARD_SHARED). For HIP and CUDA the language of
// an input says so. -fopenmp with --offload-arch is not enough: it is common in projects with
// kernels, and clang would want a device library for each source that has no regions.
#ifndef OC_DRIVER_OFFLOADING_H
#define OC_DRIVER_OFFLOADING_H

#include "driver/command.h"
#include "driver/probe.h"

#include <stdbool.h>

// Whether a command with -fopenmp and --offload-arch has sources that can reach a `target`
// directive, or links objects with device code of clang's. An input that can be read only once
// (`piped`) is checked if it has been read.
bool oc_offloading_regions(struct oc_arena *arena, const struct oc_command *command,
                           const struct oc_probe *probe, const struct oc_piped *piped);

#endif
