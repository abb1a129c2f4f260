// toolchain.h - where the programs and files are that the driver works with.
//
// clang is LLVM 22's: $OFFLOADCC_CLANG, else the one that we were built for (OC_LLVM_BINDIR), else
// clang-22 on PATH. ptxas is looked for on PATH and nowhere else, so that a user who hides it is
// believed.
#ifndef OC_DRIVER_TOOLCHAIN_H
#define OC_DRIVER_TOOLCHAIN_H

#include "base/text.h"
#include "targets/target.h"

#include <stdbool.h>
#include <stdio.h>

// Set by the build (CMake); these are Debian's.
#ifndef OC_LLVM_BINDIR
#define OC_LLVM_BINDIR "/usr/lib/llvm-22/bin"
#endif
#ifndef OC_LLVM_LIBDIR
#define OC_LLVM_LIBDIR "/usr/lib/llvm-22/lib"
#endif

struct oc_toolchain {
    struct oc_tools tools;     // clang is a name to try even if it was not found
    const char *called;        // the name that clang gets instead of its own, or NULL (called.h)
    const char *resources;     // .../lib/offloadcc
    const char *compiler;      // offloadcc-cc1
    const char *scanner;       // offloadcc-scan
    const char *runtime;       // liboffloadcc_rt.a
    const char *forkserver;    // what makes clang a server of forks
    const char *include;       // the directory of offload.h
    const char *libomptarget;  // the directory of libomptarget.so and libomp.so
    const char *clang_headers; // clang's own include directory, or NULL
};

// Finds what every compilation needs, cheaply: clang and our own directory.
// `oc_toolchain_find_tools` finds the rest.
void oc_toolchain_init(struct oc_arena *arena, struct oc_toolchain *toolchain);
void oc_toolchain_find_tools(struct oc_arena *arena, struct oc_toolchain *toolchain);

// A target's files, all parts of our installation: our device functions, and what kernels may call
// of libclc's, or NULL.
const char *oc_toolchain_builtins(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                  const struct oc_target *target);
const char *oc_toolchain_libclc(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                const struct oc_target *target);

// The program `name` on PATH, or NULL.
const char *oc_toolchain_on_path(struct oc_arena *arena, const char *name);

// --offload-config, --offload-print-targets
void oc_toolchain_print_config(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                               FILE *stream);
void oc_toolchain_print_targets(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                FILE *stream);

#endif
