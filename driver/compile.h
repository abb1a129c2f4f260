// compile.h - from a command line with sources that may have kernels to its outputs.
//
// The scan of each source finds out whether it has kernels, and `clang -###` prints the commands
// that clang would run. For sources with kernels, our own jobs replace clang's compile command. All
// other commands are clang's, unchanged, and so are the link order, default names and options. If
// no source has kernels, the process becomes clang.
#ifndef OC_DRIVER_COMPILE_H
#define OC_DRIVER_COMPILE_H

#include "driver/plan.h"

// Compiles. `candidates` are the inputs that may hold kernels; `piped` is the one whose text was
// read, if it is one of them, else NULL. Returns the exit code; a signal that ends the run ends
// this process.
int oc_compile(struct oc_plan *plan, const struct oc_input *const *candidates, size_t count,
               const struct oc_piped *piped);

// Adds a command for clang: the user's words without our own options. With `include`, the directory
// of offload.h is added at the end; with `links`, our runtime and libomptarget.
void oc_compile_clang_words(const struct oc_command *command, const struct oc_toolchain *toolchain,
                            bool include, bool links, struct oc_args *out);

#endif
