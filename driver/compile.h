// compile.h - from a command line with sources that may have kernels to its outputs.
//
// The scan of each source says whether it has kernels; clang says what it would do. The jobs of
// sources with kernels take the place of clang's compile of them. All other jobs are clang's own,
// unchanged, so link order, default names and options are its own too. Without kernels after all,
// the process becomes clang.
#ifndef OC_DRIVER_COMPILE_H
#define OC_DRIVER_COMPILE_H

#include "driver/plan.h"

// Compiles. `candidates` are the inputs that may hold kernels; `piped` is the one whose text was
// read, if it is one of them, else NULL. Returns the exit code; a signal that ends the run ends
// this process.
int oc_compile(struct oc_plan *plan, const struct oc_input *const *candidates, size_t count,
               const struct oc_piped *piped);

// Says that -static and kernels exclude each other.
void oc_compile_report_static(struct oc_diag *diag);

// The words for clang, from what the user asks: without ours; with `include` the directory of
// offload.h at the end, and with `links` our runtime and libomptarget.
void oc_compile_clang_words(const struct oc_command *command, const struct oc_toolchain *toolchain,
                            bool include, bool links, struct oc_args *out);

#endif
