// toolchain.h - finds the programs and files that the driver uses.
//
// clang is LLVM 22's: $OFFLOADCC_CLANG, else the one that we were built for (OC_LLVM_BINDIR), else
// clang-22 on PATH. ptxas is looked for only on PATH, so that a user can hide it.
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
    struct oc_tools tools;     // tools.clang is never NULL, even if clang was not found
    const char *called;        // the name that clang gets instead of its own, or NULL (called.h)
    const char *resources;     // .../lib/offloadcc
    const char *compiler;      // offloadcc-cc1
    const char *scanner;       // offloadcc-scan
    const char *runtime;       // liboffloadcc_rt.a
    const char *forkserver;    // the library that is preloaded into clang (forkserver.h)
    const char *include;       // the directory of offload.h
    const char *libomptarget;  // the directory of libomptarget.so and libomp.so
    const char *clang_headers; // clang's own include directory, or NULL
};

// Finds clang and our own directory, which every compilation needs. This is fast;
// oc_toolchain_find_tools finds the rest.
void oc_toolchain_init(struct oc_arena *arena, struct oc_toolchain *toolchain);
void oc_toolchain_find_tools(struct oc_arena *arena, struct oc_toolchain *toolchain);

// Paths of a target's files in our installation: our device functions; and the functions of libclc
// and of the C library that kernels may call, or NULL.
const char *oc_toolchain_builtins(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                  const struct oc_target *target);
const char *oc_toolchain_libclc(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                const struct oc_target *target);
const char *oc_toolchain_libc(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                              const struct oc_target *target);

// The program `name` on PATH, or NULL.
const char *oc_toolchain_on_path(struct oc_arena *arena, const char *name);

// --offload-config, --offload-print-targets
void oc_toolchain_print_config(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                               FILE *stream);
void oc_toolchain_print_targets(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                FILE *stream);

#endif
