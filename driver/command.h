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
    OC_PHASE_NO_CODE,     // no code comes out: -E, -M
    OC_PHASE_SYNTAX,      // none either, but a report may: -fsyntax-only
    OC_PHASE_ASSEMBLY,    // -S
    OC_PHASE_OBJECT,      // -c
    OC_PHASE_LINK,
};

enum oc_stage { OC_STAGE_BOTH, OC_STAGE_DEVICE, OC_STAGE_HOST };

// Whether GPUs compute sinf and the like by instructions that are not exact.
enum oc_approximate { OC_APPROXIMATE_BY_CALL, OC_APPROXIMATE_YES, OC_APPROXIMATE_NO };

enum oc_language {
    OC_LANGUAGE_C,
    OC_LANGUAGE_PREPROCESSED, // cpp-output
    OC_LANGUAGE_HEADER,       // precompiled: no code comes out
    OC_LANGUAGE_IR,           // .bc, .ll: compiled by clang, but it may hold kernels already
    OC_LANGUAGE_ASSEMBLY,     // likewise
    OC_LANGUAGE_OTHER,        // what clang compiles and has no kernels of ours: C++, Fortran, ...
    OC_LANGUAGE_GPU,          // likewise, with kernels of its own: HIP, CUDA
    OC_LANGUAGE_OBJECT,       // the linker's
};

struct oc_input {
    const struct oc_argument *argument;
    const char *path;
    enum oc_language language;
    bool by_option; // of -x
};

// Text that can be read only once, from standard input or a FIFO, and whose input it is.
struct oc_piped {
    const struct oc_argument *argument; // NULL: none was read
    struct oc_bytes text;
};

struct oc_command {
    // The words, without the program's name: as given (but not those that came through a pipe), and
    // with response files expanded.
    const char *const *original;
    size_t original_count;
    struct oc_args words;

    struct oc_arguments arguments;
    struct oc_input *inputs;
    size_t input_count;

    enum oc_mode mode; // by our name, or by --driver-mode=
    enum oc_phase phase;
    enum oc_stage stage;
    bool ours;                        // an option of ours is among the words
    bool dry_run;                     // -###
    bool verbose;                     // -v
    bool phases;                      // -ccc-print-phases
    const char *output;               // -o, or NULL
    const char *save_temps;           // "cwd" or "obj"; NULL: do not
    const char *artifacts;            // NULL: a private directory
    const char *cache;                // "off" or a directory; NULL: the default
    const char *math;                 // of --offload-math; NULL: the default
    bool flushes;                     // -fgpu-flush-denormals-to-zero
    enum oc_approximate approximate;  // -f[no-]gpu-approx-transcendentals
    const char *time_trace;           // or NULL
    const char *sysroot;              // or NULL
    const char *report;               // of the mapping: "text", "json" or NULL
    const char *compilation_database; // -MJ: clang itself writes it only when it runs the jobs
    struct oc_args archs;             // of --offload-arch, split at commas, in order
    struct oc_args texts;             // whose PTX is wanted: "sm_80"; "-sm_80": not; "all", "-all"
    struct oc_args remarks;           // of -Rpass=, -Rpass-missed=, -Rpass-analysis=: "pass=inline"
    const char *waves;                // the last -m[no-]wavefrontsize64; NULL: a processor's own
    const char *cuda_feature;         // the last --cuda-feature=; NULL: the default
    bool compress;                    // images
    int compression_level;            // of zstd's
    struct oc_args warnings;          // the options about ours, without "-W", in order

    bool static_link, relocatable, no_libraries;
    bool openmp;         // -fopenmp
    bool openmp_targets; // -fopenmp-targets=
    bool offload_link;   // --offload-link, --hip-link
    // Whether clang makes or links device code itself, for which it gets the options that it shares
    // with us: beside kernels in C too (`gpu_sources`), or where there are none.
    bool gpu_sources;      // HIP or CUDA is among the inputs
    bool openmp_regions;   // `#pragma omp target`, or objects of such: oc_offloading_find says so
    const char *sanitizer; // the last -fsanitize= that concerns kernels; NULL: none, or taken back
    bool sanitizes_memory; // -fsanitize=memory
    bool
        opaque_search; // an option changes the include search in a way that the probe does not know
    bool warnings_as_errors, no_warnings;
    bool incomplete; // the last option lacks its value: clang says so
    bool color;      // diagnostics are coloured: by an option, else by clang's rules for terminals
};

// Whether an input's text can be read only once.
bool oc_command_is_piped(const char *path);

// Interprets `count` words of a program that was called by `name`. Reports what is wrong with our
// own options and returns false then; what is wrong with clang's is left for clang to say.
bool oc_command_read(struct oc_arena *arena, const char *name, const char *const *words,
                     size_t count, struct oc_diag *diag, struct oc_command *out);

// Adds the words of the arguments that are clang's to `args`, for a command without kernels. "--"
// is gone, and an input after it that looks like an option got "./" in front.
void oc_command_clang_words(const struct oc_command *command, struct oc_args *args);

// Whether an argument is about dependency files, be it in a preprocessor option's clothes
// (-Wp,-MD,FILE).
bool oc_command_is_dependency(const struct oc_argument *argument);

// Whether clang gets an argument: of a command where sources in C have kernels, or of one without.
bool oc_command_is_clangs(const struct oc_command *command, const struct oc_argument *argument,
                          bool kernels);

// Adds the words of one argument that clang gets, as they were or as clang has them.
void oc_command_add(const struct oc_command *command, const struct oc_argument *argument,
                    struct oc_args *args);

// Whether --offload-device-only and --offload-host-only are clang's in a command without kernels:
// not beside a directory for artifacts, nor where they are spelled as clang does not know them.
bool oc_command_stage_is_clangs(const struct oc_command *command);

#endif
