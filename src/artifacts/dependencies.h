// dependencies.h - the files that device code was compiled from, and whether they have changed.
#ifndef OC_DEPENDENCIES_H
#define OC_DEPENDENCIES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct oc_dependency {
    const char *path;
    const char *blake3; // hash of its content (hash.h)
};

struct oc_dependencies {
    struct oc_dependency *items; // sorted by path, each once
    size_t count;
};

// Sorts the names, and hashes the files. Devices and pipes (`-include /dev/null`) are left out.
// Returns 0; or, if a file cannot be read, an errno value, and sets *failed to its name.
int oc_dependencies_hash(struct oc_arena *arena, struct oc_args *names, struct oc_dependencies *out,
                         const char **failed);

// Sets *same to whether the file still has the recorded hash. Returns 0, or an errno value if the
// file cannot be read.
int oc_dependency_check(const struct oc_dependency *dependency, bool *same);

// The largest size in bytes of a file; larger ones cannot be read.
enum { OC_DEPENDENCIES_MAX_FILE = 1 << 30 };

#endif
