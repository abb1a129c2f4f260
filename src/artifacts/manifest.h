// manifest.h - manifest.json: what one unit's kernel artifacts are and what they were made from.
//
// The schema is documented in docs/artifacts.md; whoever changes it raises OC_MANIFEST_SCHEMA and
// writes there what changed. A manifest is complete or refused: the reader takes the text for
// outside data, accepts nothing that the writer would not write, and a checksum over all values
// finds damage.
#ifndef OC_MANIFEST_H
#define OC_MANIFEST_H

#include "artifacts/dependencies.h"
#include "base/arena.h"
#include "base/diag.h"
#include "model/unit.h"
#include "model/usage.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OC_MANIFEST_SCHEMA = 3 };

// OC_VERSION is CMakeLists.txt's.
// Images call the runtime as the host's code of the same ABI does (docs/abi.md).
#define OC_MANIFEST_ABI 1
#define OC_MANIFEST_TEXT_OF(number) #number
#define OC_MANIFEST_TEXT(number) OC_MANIFEST_TEXT_OF(number)
#define OC_MANIFEST_PRODUCER "offloadcc " OC_VERSION ", ABI " OC_MANIFEST_TEXT(OC_MANIFEST_ABI)

// A file beside the manifest. `name` NULL: there is none.
struct oc_manifest_file {
    const char *name; // no '/', no '.' at its beginning
    uint64_t bytes;
    const char *blake3; // hash.h
};

struct oc_manifest_target {
    const char *arch; // as oc_target_of_arch() accepts it; each one once
    const char *triple;
    struct oc_manifest_file bitcode; // always there
    struct oc_manifest_file code;    // assembly
    struct oc_manifest_file image;   // what a device loads; none where its assembler was missing
    const char **entries;            // symbols in the image that are launched
    size_t entry_count;
    struct oc_usage usage; // of the unit's arrays, by its kernels
};

struct oc_manifest {
    const char *source, *language; // as given: "x.c", "c"
    const char **options;          // those that the device code depends on, in order
    size_t option_count;
    struct oc_dependencies dependencies; // absolute paths
    struct oc_unit unit;
    struct oc_manifest_target *targets;
    size_t target_count;
    const char *fingerprint; // of all that the device code depends on; found by writer and reader
};

// The manifest as text, with this producer's name and versions. Never fails on a valid unit; NULL
// where the unit or a name cannot be expressed in JSON.
const char *oc_manifest_to_json(struct oc_arena *arena, const struct oc_manifest *manifest);

// The way back. Reports what is wrong, naming `path`, and returns false for text that is damaged,
// of another schema, or written by another version of offloadcc or on another LLVM.
bool oc_manifest_from_json(struct oc_arena *arena, const char *json, size_t length,
                           const char *path, struct oc_diag *diag, struct oc_manifest *out);

#endif
