// options.h - the command line, read by one table.
//
// The table (options.def) has our options, and clang's options that we act on or that take the next
// word as an argument. A word that is not in it is an option of clang's without an argument. Each
// argument keeps the words that it was made of, so a command for clang consists of the user's own
// words, in order, with some left out.
#ifndef OC_DRIVER_OPTIONS_H
#define OC_DRIVER_OPTIONS_H

#include "base/diag.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// How an option takes its value.
enum oc_option_kind {
    OC_KIND_FLAG,     // -c            the word is the option
    OC_KIND_JOINED,   // -std=c17      the rest of the word
    OC_KIND_COMMA,    // --offload-arch=a,b   the rest of the word, a list
    OC_KIND_SEPARATE, // -Xclang X     the next word
    OC_KIND_EITHER,   // -Ifoo, -I foo
    OC_KIND_BOTH,     // -Xarch_device X   a joined part, ignored here, and the next word
    OC_KIND_MULTI2,   // the next two words
    OC_KIND_MULTI3,   // the next three words
};

// What an option means to us. OTHER: it is only forwarded.
enum oc_meaning {
    OC_MEAN_OTHER,
    OC_MEAN_INPUT, // not an option; not in the table
    // Ours.
    OC_MEAN_ARCHS,
    OC_MEAN_INCLUDE_PTX,
    OC_MEAN_COMPRESS,
    OC_MEAN_NO_COMPRESS,
    OC_MEAN_CHECK,
    OC_MEAN_NO_CHECK,
    OC_MEAN_RESIDENT,
    OC_MEAN_NO_RESIDENT,
    OC_MEAN_COMPRESSION_LEVEL,
    OC_MEAN_NO_INCLUDE_PTX,
    OC_MEAN_ARTIFACTS,
    OC_MEAN_WAVES, // -m[no-]wavefrontsize64
    OC_MEAN_CUDA_FEATURE,
    OC_MEAN_DEVICE_ONLY,
    OC_MEAN_HOST_ONLY,
    OC_MEAN_REPORT,
    OC_MEAN_TIME_TRACE,
    OC_MEAN_PRINT_TARGETS,
    OC_MEAN_CONFIG,
    OC_MEAN_CACHE,
    OC_MEAN_CACHE_CLEAR,
    OC_MEAN_CACHE_STATISTICS,
    OC_MEAN_MATH,
    OC_MEAN_OUR_WARNING, // of the compiler proper: -W[no-][error=]offload-*
    // clang's, which also apply to our jobs.
    OC_MEAN_DRY_RUN,
    OC_MEAN_LANES,          // -foffload-lanes=N, a macro for clang
    OC_MEAN_REMARK,         // -Rpass=..., which clang gets too
    OC_MEAN_PTXAS_ARGUMENT, // -Xcuda-ptxas
    OC_MEAN_VERBOSE,
    OC_MEAN_SAVE_TEMPS,
    OC_MEAN_PRINT_PHASES,
    OC_MEAN_HELP,
    OC_MEAN_VERSION,
    // How far a compilation goes, and what comes out.
    OC_MEAN_ARCH_OF_NVCC, // -arch, which is --offload-arch to nvcc and something else to clang
    OC_MEAN_INFORMATION,  // prints something and compiles nothing
    OC_MEAN_NO_CODE,      // stops before code generation, or does something else altogether
    OC_MEAN_SYNTAX_ONLY,  // stops there too
    OC_MEAN_ASSEMBLE,
    OC_MEAN_COMPILE,
    OC_MEAN_EMIT_LLVM,
    OC_MEAN_OUTPUT,
    OC_MEAN_LANGUAGE,
    OC_MEAN_DRIVER_MODE,
    OC_MEAN_COMPILATION_DATABASE,
    // The preprocessor's search path; OPAQUE: changes it in a way that the probe does not follow.
    OC_MEAN_INCLUDE_DIR,
    OC_MEAN_QUOTE_DIR,
    OC_MEAN_SYSTEM_DIR,
    OC_MEAN_AFTER_DIR,
    OC_MEAN_OPAQUE_DIR,
    OC_MEAN_SYSROOT, // likewise; the linker's too
    OC_MEAN_INCLUDE_FILE,
    OC_MEAN_DEFINE,
    OC_MEAN_OPAQUE_CLANG,
    OC_MEAN_PREPROCESSOR_ARGUMENTS,
    OC_MEAN_OPENMP,
    OC_MEAN_NO_OPENMP,
    OC_MEAN_OPENMP_TARGETS,
    OC_MEAN_OFFLOAD_LINK, // links device code, ours or clang's
    OC_MEAN_OFFLOAD_LTO,
    OC_MEAN_NO_OFFLOAD_LTO,
    OC_MEAN_SANITIZE,
    OC_MEAN_NO_SANITIZE,
    // Linking.
    OC_MEAN_LIBRARY,
    OC_MEAN_LIBRARY_DIR,
    OC_MEAN_LINKER_SCRIPT,
    OC_MEAN_LINKER_ARGUMENT,  // one word
    OC_MEAN_LINKER_ARGUMENTS, // with commas between
    OC_MEAN_STATIC,
    OC_MEAN_RELOCATABLE,
    OC_MEAN_NO_LIBRARIES,
    // Diagnostics.
    OC_MEAN_NO_WARNINGS,
    OC_MEAN_WERROR,
    OC_MEAN_NO_WERROR,
    OC_MEAN_COLOR,
    OC_MEAN_NO_COLOR,
    OC_MEAN_AUTO_COLOR,
    // clang's for CUDA and HIP, with the same meaning for kernels.
    OC_MEAN_FLUSH,
    OC_MEAN_NO_FLUSH,
    OC_MEAN_APPROXIMATE,
    OC_MEAN_NO_APPROXIMATE,
};

// Who gets an option, besides clang's own commands: a set.
enum oc_forwarding {
    OC_FORWARD_OURS = 1,       // not to clang
    OC_FORWARD_DEVICE = 2,     // device code depends on it; recorded with the artifacts
    OC_FORWARD_LINK = 4,       // for the linker; the scan does not get it
    OC_FORWARD_DEPENDENCY = 8, // about dependency files, which only the host's front end writes
    OC_FORWARD_GPU = 16,    // clang's for CUDA and HIP; clang does not get it if only C has kernels
    OC_FORWARD_SHARED = 32, // ours for kernels, clang's for its own device code (offloading.h)
};

struct oc_option {
    const char *name; // "-I", "--offload-arch="
    enum oc_option_kind kind;
    enum oc_meaning meaning;
    unsigned forward;
    const char *help; // the value's name, a NUL, the text; NULL: not listed by --help
};

// The table, sorted by name in byte order.
extern const struct oc_option oc_options[];
extern const size_t oc_option_count;

// Finds the option whose name is the word or the beginning of the word. If there are several, takes
// the one with the longest name, as clang does. Returns NULL if the table has no such option.
const struct oc_option *oc_option_find(const char *word);

// One argument of the command line: an input, or an option with its value.
struct oc_argument {
    const struct oc_option *option; // NULL: an input, or an option that the table does not know
    enum oc_meaning meaning;
    unsigned forward;
    const char *value;        // the joined or separate value; an input's name; else NULL
    const char *const *words; // in the argument vector
    size_t word_count;
    bool incomplete; // it is the last argument, and lacks a word that it takes
};

struct oc_arguments {
    struct oc_argument *items;
    size_t count;
};

// Splits `count` words (without the program's name) into arguments. Words after "--" are inputs. An
// option at the end that lacks its value has none; clang reports that. Never fails.
struct oc_arguments oc_options_parse(struct oc_arena *arena, const char *const *words,
                                     size_t count);

// Replaces each @file among the words by the words in it, as clang does: GNU quoting, nested files
// relative to the working directory, "@file" that does not exist stays as it is. Reports a file
// that cannot be read or contains itself, and returns false then. Sets *consumed if a file was a
// pipe, which cannot be read again.
bool oc_options_expand(struct oc_arena *arena, const char *const *words, size_t count,
                       struct oc_diag *diag, struct oc_args *out, bool *consumed);

// Prints our part of --help.
void oc_options_help(FILE *stream);

#endif
