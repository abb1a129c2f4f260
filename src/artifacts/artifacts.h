// artifacts.h - the artifact directory, in which the device pass stores what it compiled for the
// host pass.
//
//   DIR/saxpy.c-0123456789abcdef/   one sub-directory per translation unit: the source's base name
//                                   and a hash of its real path
//       manifest.json               manifest.h, docs/artifacts.md
//       sm_90.bc  sm_90.ptx  sm_90.cubin  x86-64.bc  x86-64.so
//
// A sub-directory is never changed. A new one is made under a name that begins with a dot, and then
// renamed into place. So a reader always sees the files of one build, even if others write at the
// same time. A process that is killed leaves at most an unused ".saxpy.c-..." directory, which the
// unit's next device pass removes (base/claim.h).
#ifndef OC_ARTIFACTS_H
#define OC_ARTIFACTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "model/unit.h"
#include "model/usage.h"
#include "targets/target.h"

#include <stdbool.h>
#include <stddef.h>

// Which artifacts to store or load, and what they have to be made from.
struct oc_artifact_request {
    const char *directory;      // the value of --offload-artifacts
    const char *source;         // the source file, as named in the command
    const char *language;       // "c", ...
    const char *const *options; // all that device code depends on, in order
    size_t option_count;
    const char *const *archs; // loading: those to load, or none for all; storing: not used
    size_t arch_count;
    // Storing an incomplete unit: what the code of each artifact is to be compiled with, words that
    // are ended by newlines. NULL: it is complete.
    const char *const *words;
    // Loading: the architectures whose text (PTX) is loaded, such as "sm_80" or "all", or is left
    // out: "-sm_80", "-all". The last word that names an architecture decides about it. If none
    // does, its text is loaded if it is the newest architecture or has no image.
    const char *const *texts;
    size_t text_count;
};

// What the device pass made for one architecture. All but `arch` are paths of files.
struct oc_artifact {
    const char *arch;    // as oc_target_of_arch() accepts it
    const char *bitcode; // never NULL
    const char *code;    // PTX or assembly; NULL: none
    const char *image;   // NULL: this machine lacks the assembler for it
    const char *usage;   // JSON: what kernels do with their arrays (usage.h); NULL: not known
    const char *depfile; // the files that the front end read: Makefile rules (depfile.h)
    // For the cache (codestore.h), not stored in the artifact directory. Either may be NULL.
    const char *object; // the object that the image was linked from, if the host's code shares it
    const char *key;    // holds the code key under which the cache keeps the other files
};

// Makes or replaces the unit's sub-directory; makes the artifact directory if it does not exist.
// The manifest records the current hashes of the source and of the files that the dependency files
// name. On failure, reports it, returns false, and leaves the artifact directory unchanged.
bool oc_artifacts_store(struct oc_arena *arena, const struct oc_artifact_request *request,
                        const struct oc_unit *unit, const struct oc_artifact *artifacts,
                        size_t artifact_count, struct oc_diag *diag);

// An image that was checked to be an ELF file that its target's runtime accepts, or text (PTX) that
// its driver compiles.
struct oc_image {
    const char *arch;
    const struct oc_target *target;
    bool is_text;
    struct oc_bytes bytes;
    struct oc_bytes packed; // `bytes` compressed (compress.h); data is NULL: not compressed
};

// What the host pass takes from an artifact directory.
struct oc_loaded {
    // Of an incomplete unit: its id, and the code of all architectures, and nothing else.
    const char *id;
    struct oc_loaded_code {
        const char *arch, *words;
        struct oc_bytes bitcode;
    } *codes;
    size_t code_count;
    struct oc_image *images; // in the order in which libomptarget is to try them
    size_t image_count;
    struct oc_usage usage; // of arrays, true for all architectures; empty if nothing is known
};

// Loads the images and texts of the requested architectures, in the order of oc_target_precedes().
// `scanned` is what the scan found in the source now. Reports an error, and returns false, for
// artifacts that are missing, damaged, made by another offloadcc or LLVM, or stale: a dependency,
// an option or a kernel's signature has changed. An architecture without an image (its assembler
// was missing) is not an error; its text is loaded if its target's driver accepts text. All memory
// is on the arena.
bool oc_artifacts_load(struct oc_arena *arena, const struct oc_artifact_request *request,
                       const struct oc_unit *scanned, struct oc_diag *diag, struct oc_loaded *out);

// An incomplete unit in an artifact directory.
struct oc_artifact_unit {
    const char *path; // of its sub-directory
    struct oc_unit unit;
    struct oc_loaded_code *codes;
    size_t code_count;
};

// Loads all incomplete units of a directory, in the order of their sub-directories' names. Reports
// an error, and returns false, for artifacts that are damaged, stale, or made by another offloadcc
// or LLVM.
bool oc_artifacts_load_units(struct oc_arena *arena, const char *directory, struct oc_diag *diag,
                             struct oc_artifact_unit **units, size_t *count);

// Loads what a link of device code made, from its files (`artifacts`), as oc_artifacts_load loads
// what is in a directory. Of the request, only the texts are used. `unit` is the merged one.
bool oc_artifacts_load_files(struct oc_arena *arena, const struct oc_artifact_request *request,
                             const struct oc_unit *unit, const struct oc_artifact *artifacts,
                             size_t count, struct oc_diag *diag, struct oc_loaded *out);

// Private to this module's two files. The path of the unit's sub-directory; NULL, after a report,
// if the source cannot be found.
const char *oc_artifacts_path(struct oc_arena *arena, const struct oc_artifact_request *request,
                              struct oc_diag *diag);

// Private too. Why `bytes` is not an image for `target`, as a clause for messages; NULL: it is one.
const char *oc_artifacts_image_fault(const struct oc_target *target, struct oc_bytes bytes);

// The largest sizes in bytes of a file and of the manifest; larger ones are refused.
enum { OC_ARTIFACTS_MAX_FILE = 1 << 30, OC_ARTIFACTS_MAX_MANIFEST = 16 << 20 };

#endif
