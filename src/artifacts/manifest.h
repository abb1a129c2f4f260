// manifest.h - manifest.json: lists one unit's kernel artifacts and what they were made from.
//
// docs/artifacts.md documents the schema; a change of it raises OC_MANIFEST_SCHEMA and is described
// there. The reader does not trust the text: it accepts only what the writer would write, and a
// checksum over all values finds damage.
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

// The build defines OC_VERSION. The ABI is part of the producer because images use the runtime's
// structs as the host's code does (docs/abi.md).
#define OC_MANIFEST_ABI 1
#define OC_MANIFEST_TEXT_OF(number) #number
#define OC_MANIFEST_TEXT(number) OC_MANIFEST_TEXT_OF(number)
#define OC_MANIFEST_PRODUCER "offloadcc " OC_VERSION ", ABI " OC_MANIFEST_TEXT(OC_MANIFEST_ABI)

// A file in the manifest's directory. `name` NULL: there is no such file.
struct oc_manifest_file {
    const char *name; // no '/', no '.' at its beginning
    uint64_t bytes;
    const char *blake3; // hash of its content (hash.h)
};

struct oc_manifest_target {
    const char *arch; // as oc_target_of_arch() accepts it; each one once
    const char *triple;
    struct oc_manifest_file bitcode; // always there
    struct oc_manifest_file code;    // PTX or assembly
    struct oc_manifest_file image;   // machine code; none if its assembler was missing
    const char **entries;            // symbols in the image that are launched
    size_t entry_count;
    struct oc_usage usage; // what the unit's kernels do with their arrays
    const char *words; // of an incomplete unit: what its code is to be compiled with, words that
                       // are ended by newlines; else NULL
};

struct oc_manifest {
    const char *source, *language; // as given: "x.c", "c"
    const char **options;          // that the device code depends on, in order
    size_t option_count;
    struct oc_dependencies dependencies; // absolute paths
    struct oc_unit unit;
    struct oc_manifest_target *targets;
    size_t target_count;
    const char *fingerprint; // hash of all that the device code depends on
};

// The manifest as text, with OC_MANIFEST_PRODUCER and LLVM's version. NULL if the unit or a name
// cannot be expressed in JSON, which does not happen with a valid unit.
const char *oc_manifest_to_json(struct oc_arena *arena, const struct oc_manifest *manifest);

// Reads such text, from the file `path`. Reports an error and returns false if the text is damaged,
// has another schema, or was written by another version of offloadcc or LLVM.
bool oc_manifest_from_json(struct oc_arena *arena, const char *json, size_t length,
                           const char *path, struct oc_diag *diag, struct oc_manifest *out);

#endif
