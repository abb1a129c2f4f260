// command.h - what the user asks for: the command line, interpreted.
#ifndef OC_DRIVER_COMMAND_H
#define OC_DRIVER_COMMAND_H

#include "base/file.h"
#include "driver/called.h"
#include "driver/options.h"

#include <stdbool.h>
#include <stddef.h>

// How far the compilation goes.
enum oc_phase {
    OC_PHASE_INFORMATION, // nothing is compiled: --version, -print-prog-name=ld
    OC_PHASE_NO_CODE,     // no code is generated: -E, -M
    OC_PHASE_SYNTAX,      // no code is generated, but --offload-report works: -fsyntax-only
    OC_PHASE_ASSEMBLY,    // -S
    OC_PHASE_OBJECT,      // -c
    OC_PHASE_LINK,
};

enum oc_stage { OC_STAGE_BOTH, OC_STAGE_DEVICE, OC_STAGE_HOST };

// Whether GPUs compute sinf and the like with approximate instructions.
enum oc_approximate { OC_APPROXIMATE_BY_CALL, OC_APPROXIMATE_YES, OC_APPROXIMATE_NO };

enum oc_language {
    OC_LANGUAGE_C,
    OC_LANGUAGE_PREPROCESSED, // cpp-output
    OC_LANGUAGE_HEADER,       // to be precompiled: no code is generated
    OC_LANGUAGE_IR,           // .bc, .ll: compiled by clang, but may contain compiled kernels
    OC_LANGUAGE_ASSEMBLY,     // likewise
    OC_LANGUAGE_CXX,          // C++: compiled by clang, but scanned: it may not define kernels
    OC_LANGUAGE_OTHER,        // compiled by clang, without our kernels: Fortran, OpenCL, ...
    OC_LANGUAGE_CUDA,         // likewise, with kernels of clang's own
    OC_LANGUAGE_HIP,          // likewise
    OC_LANGUAGE_OBJECT,       // an input of the linker
};

static inline bool oc_language_is_gpu(enum oc_language language) {
    return language == OC_LANGUAGE_CUDA || language == OC_LANGUAGE_HIP;
}

struct oc_input {
    const struct oc_argument *argument;
    const char *path;
    enum oc_language language;
    bool by_option; // the language is given by -x, not by the file's suffix
};

// An input whose text can be read only once, from standard input or a FIFO, and the text that was
// read.
struct oc_piped {
    const struct oc_argument *argument; // the input; NULL: none was read
    struct oc_bytes text;
};

struct oc_command {
    // The words of the command, without the program's name: `original` as given (without those that
    // were read from a pipe), `words` with response files expanded.
    const char *const *original;
    size_t original_count;
    struct oc_args words;

    struct oc_arguments arguments;
    struct oc_input *inputs;
    size_t input_count;

    enum oc_mode mode; // by the name that we were called by, or by --driver-mode=
    enum oc_phase phase;
    enum oc_stage stage;
    const char *stage_option;         // as the user wrote it: "--device-only"; NULL: both stages
    bool ours;                        // the command has at least one of our own options
    bool dry_run;                     // -###
    bool verbose;                     // -v
    bool phases;                      // -ccc-print-phases
    const char *output;               // -o, or NULL
    const char *save_temps;           // "cwd" or "obj"; NULL: no -save-temps
    const char *artifacts;            // NULL: a private directory
    const char *cache;                // "off" or a directory; NULL: the default
    const char *math;                 // of --offload-math; NULL: the default
    bool flushes;                     // -fgpu-flush-denormals-to-zero
    enum oc_approximate approximate;  // -f[no-]gpu-approx-transcendentals
    const char *time_trace;           // or NULL
    const char *sysroot;              // or NULL
    const char *report;               // the form of --offload-report: "text", "json" or NULL
    const char *compilation_database; // -MJ: clang itself writes it only when it runs the jobs
    struct oc_args archs;             // of --offload-arch, split at commas, in order
    struct oc_args texts;   // which PTX to embed: "sm_80", "all"; which not: "-sm_80", "-all"
    struct oc_args remarks; // of -Rpass=, -Rpass-missed=, -Rpass-analysis=: "pass=inline"
    const char *waves;      // the last -m[no-]wavefrontsize64; NULL: the processor's default
    struct oc_args ptxas_arguments; // those of -Xcuda-ptxas
    const char *cuda_feature;       // the last --cuda-feature=; NULL: the default
    bool checks;                    // -foffload-check
    bool resident;                  // -foffload-resident
    bool inlines_across;            // -foffload-lto: links inline device functions of other files
    bool compress;                  // --offload-compress
    int compression_level;          // zstd level, from 1 to 22
    struct oc_args warnings;        // the -Woffload options, without "-W", in order

    bool static_link, relocatable, no_libraries;
    bool openmp;         // -fopenmp
    bool openmp_targets; // -fopenmp-targets=
    bool offload_link;   // --offload-link, --hip-link
    // --offload-link links our device code, which the inputs have. They have none of clang's.
    bool own_offload_link;
    // In these cases clang makes or links device code of its own, and gets the options that it
    // shares with us: for HIP and CUDA also if there are C sources with kernels, else only without
    // them.
    bool gpu_sources;      // HIP or CUDA is among the inputs
    bool openmp_regions;   // there are `#pragma omp target` regions (oc_offloading_find)
    const char *sanitizer; // the last -fsanitize= that affects kernels; NULL: none, or turned off
    bool sanitizes_memory; // -fsanitize=memory
    bool opaque_search;    // an option changes the include search in a way the probe cannot follow
    bool warnings_as_errors, no_warnings; // -Werror, -w
    bool incomplete;                      // the last option lacks its value; clang reports that
    bool color; // whether to colour diagnostics: by an option, else by clang's rules
};

// Whether an input's text can be read only once.
bool oc_command_is_piped(const char *path);

// Interprets the `count` words of a command that was called by `name`. Reports errors in our own
// options, and returns false then. Errors in clang's options are left for clang to report.
bool oc_command_read(struct oc_arena *arena, const char *name, const char *const *words,
                     size_t count, struct oc_diag *diag, struct oc_command *out);

// Adds the words of the arguments that clang gets to `args`, for a command without kernels. "--" is
// removed, and an input after it that looks like an option gets "./" in front.
void oc_command_clang_words(const struct oc_command *command, struct oc_args *args);

// Whether an argument is about dependency files, also as a preprocessor option (-Wp,-MD,FILE).
bool oc_command_is_dependency(const struct oc_argument *argument);

// Whether clang gets an argument. `kernels`: the command has C sources with kernels.
bool oc_command_is_clangs(const struct oc_command *command, const struct oc_argument *argument,
                          bool kernels);

// Adds the words of one argument that clang gets, in clang's spelling where that differs from ours.
void oc_command_add(const struct oc_command *command, const struct oc_argument *argument,
                    struct oc_args *args);

// Whether --offload-device-only and --offload-host-only are clang's options, in a command without
// kernels. They are ours if there is a directory for artifacts, or in a spelling that clang does
// not have.
bool oc_command_stage_is_clangs(const struct oc_command *command);

#endif
