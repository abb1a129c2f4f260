// request.h - the sub-commands of our own programs: `offloadcc-cc1 device --arch=sm_90 ...`.
//
// The driver writes these command lines; whoever runs one by hand gets its usage.
#ifndef OC_REQUEST_H
#define OC_REQUEST_H

#include "artifacts/artifacts.h"
#include "base/diag.h"
#include "base/text.h"
#include "cache/cache.h"
#include "model/unit.h"

#include <stdbool.h>
#include <stddef.h>

// Exit codes; the driver acts on those of `scan`.
enum {
    OC_EXIT_OK = 0,
    OC_EXIT_ERROR = 1,
    OC_EXIT_NO_KERNELS = 3,
    OC_EXIT_UNPARSABLE = 4,
    OC_EXIT_INCOMPLETE = 5, // there is device code, which is connected with other files' (unit.h)
};

// All options of all sub-commands. A list holds what was repeated; what was not given is NULL.
struct oc_request {
    struct oc_arena *arena;
    struct oc_diag diag;
    const char *source, *language, *unit, *out, *in, *artifacts;
    const char *format;
    const char *level, *builtins, *libclc, *libc, *vendor_math;
    const char *out_bitcode, *out_code, *out_assembly, *out_usage;
    const char *out_image, *out_linked, *out_key, *compress, *cache, *cache_limit, *source_key;
    const char *out_overlay; // shows the output at the path of the source
    const char *findings;    // of the host compiler, for the report (model/findings.h)
    const char *overlaid;    // the copy of the source that the host's front end read
    const char *object_name; // of what the user's command makes (-o)
    const char *out_object, *triple, *relocation, *cpu;
    const char *link_key, *cpu_object, *cpu_key; // of a component (tools/linkcache.h)
    const char *out_cpu, *out_cpu_key;           // of an image whose code the host can run too
    bool debug, places, unoptimised, extract, blocks_apart, images_apart, warns, resident, checks;
    bool copies_again; // launches copy what is on the device (-fno-offload-resident)
    bool veclib;
    bool lines;       // the host's bitcode has lines for messages, which the object is not to have
    bool for_cpu;     // the device's code is the host's
    bool takes_first; // of several definitions (-z muldefs)
    bool apart;       // functions of other files are called, not inlined (-fno-offload-lto)
    bool verifies;    // --cache-verify: nothing is taken from the cache (oc_codestore_verify)
    bool flushes, finite_only, unsafe_math, approximates, never_approximates;
    struct oc_args archs, texts, options, warnings, remarks, image_words, tools, features,
        clang_args;
    struct oc_args files; // of a link, in order: each after '+' if all members are taken, else '-'
    struct oc_args
        members; // of a link of device code: their files, without what follows their names
    struct oc_args compiled_with; // of each target: words, each ended by a newline
    struct oc_artifact *outputs;  // one for each --target, filled by what follows it
    size_t output_count;
};

// A sub-command, and the options that it must be given: those of `usage` that are not in brackets.
struct oc_subcommand {
    const char *name;
    int (*run)(struct oc_request *request);
    const char *usage;
};

// All of a program's `main`.
int oc_request_main(int argc, char **argv, const char *program,
                    const struct oc_subcommand *commands, size_t count);

// What identifies artifacts, from the request.
struct oc_artifact_request oc_request_artifacts(const struct oc_request *request);

// Loads the artifacts of the unit, and compresses their images where that is asked for.
bool oc_request_load(struct oc_request *request, const struct oc_unit *unit, struct oc_loaded *out);

// Sets `out` to the cache that the request names. Returns false if it names none.
bool oc_request_cache(const struct oc_request *request, struct oc_cache *out);

// The unit that --unit names.
bool oc_request_unit(struct oc_request *request, struct oc_unit *unit);

#endif
