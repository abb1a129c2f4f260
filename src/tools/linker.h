// linker.h - lld in this process, so that no image needs another one.
//
// It is there where the build found lld's archives beside LLVM's (cmake/FindLLVM22.cmake). lld has
// no C interface, so linker.cpp is C++; no exception leaves it.
#ifndef OC_LINKER_H
#define OC_LINKER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Links ELF files as the command ld.lld with these words does; the first one is the program.
// Returns true if the output was written and lld had nothing to say. Otherwise nothing is shown,
// and what there is of the output is of no use: the caller has to run the command. Called at most
// once in a process, after all code generation: lld resets LLVM's options.
bool oc_linker_run(const char *const *words, size_t count);

#ifdef __cplusplus
}
#endif

#endif
