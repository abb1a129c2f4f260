// artifacts.h - the artifact directory: what the device pass leaves for the host pass.
//
//   DIR/saxpy.c-0123456789abcdef/   one sub-directory per translation unit: the source's base name
//                                   and a hash of its real path
//       manifest.json               manifest.h, docs/artifacts.md
//       sm_90.bc  sm_90.ptx  sm_90.cubin  x86-64.bc  x86-64.so
//
// A sub-directory is never changed: it is made beside its place, under a name that begins with a
// dot, and takes the place in one rename. So a reader sees one build's files, never a mixture,
// whatever runs at the same time; a process that is killed leaves at most an unused ".saxpy.c-..."
// directory, which the unit's next device pass removes (base/claim.h).
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

// Which artifacts, and what they have to be made from.
struct oc_artifact_request {
    const char *directory;      // of --offload-artifacts, as given
    const char *source;         // as given
    const char *language;       // "c", ...
    const char *const *options; // all that device code depends on, in order
    size_t option_count;
    const char *const *archs; // loading: those demanded; none: whatever is there. Storing: not read
    size_t arch_count;
    // Loading: whose text is wanted, such as "sm_80", "all" or, to leave it out, "-all". The last
    // one about an architecture holds. Without any, it is that of the newest, and of those that
    // have no image.
    const char *const *texts;
    size_t text_count;
};

// What the device pass made for one architecture: files to be copied.
struct oc_artifact {
    const char *arch;    // as oc_target_of_arch() accepts it
    const char *bitcode; // never NULL
    const char *code;    // PTX or assembly; NULL: not asked for
    const char *image;   // NULL: its assembler is missing on this machine
    const char *usage;   // what kernels do with their arrays (usage.h), JSON; never NULL
    const char *depfile; // what the front end read: Makefile rules (depfile.h)
    const char
        *object;     // not stored, but kept: the object of the image that the host shares; or NULL
    const char *key; // not stored, but kept by codestore.h under the key in this file; or NULL
};

// Makes the unit's sub-directory, or replaces it, and the directory where it is missing. The files
// that the dependency files name, and the source, are recorded with the hashes that they have now.
// On failure, which is reported, the artifact directory is as it was.
bool oc_artifacts_store(struct oc_arena *arena, const struct oc_artifact_request *request,
                        const struct oc_unit *unit, const struct oc_artifact *artifacts,
                        size_t artifact_count, struct oc_diag *diag);

// A loadable image, checked to be the ELF file that its target's runtime accepts, or text that its
// driver makes one of.
struct oc_image {
    const char *arch;
    const struct oc_target *target;
    bool is_text;
    struct oc_bytes bytes;
    struct oc_bytes packed; // the same, compressed (compress.h); no data: it is not
};

// What the host pass takes from an artifact directory.
struct oc_loaded {
    struct oc_image *images; // in the order in which libomptarget is to try them
    size_t image_count;
    struct oc_usage usage; // what holds for all of the architectures; empty: there are none
};

// Loads what there is of the demanded architectures, in the order of oc_target_precedes().
// `scanned` is the unit as the source is now. Refuses, by name and reason, artifacts that are
// missing, damaged, made by another offloadcc or LLVM, or stale: a dependency, an option or a
// kernel's signature is not what it was. An architecture without an image (its assembler was
// missing) is not a failure: its text serves, where its target's driver takes text. All is on the
// arena.
bool oc_artifacts_load(struct oc_arena *arena, const struct oc_artifact_request *request,
                       const struct oc_unit *scanned, struct oc_diag *diag, struct oc_loaded *out);

// For the two halves of this module: the path of the unit's sub-directory; NULL where the source
// cannot be found, which is reported. And what makes `bytes` no image for `target`; NULL: nothing.
const char *oc_artifacts_path(struct oc_arena *arena, const struct oc_artifact_request *request,
                              struct oc_diag *diag);
const char *oc_artifacts_image_fault(const struct oc_target *target, struct oc_bytes bytes);

// No file in the directory is larger than this.
enum { OC_ARTIFACTS_MAX_FILE = 1 << 30, OC_ARTIFACTS_MAX_MANIFEST = 16 << 20 };

#endif
