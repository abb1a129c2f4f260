// dependencies.h - the files that device code was compiled from, and whether they are what they
// were.
#ifndef OC_DEPENDENCIES_H
#define OC_DEPENDENCIES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct oc_dependency {
    const char *path;
    const char *blake3; // hash.h, of its content
};

struct oc_dependencies {
    struct oc_dependency *items; // sorted by path, each once
    size_t count;
};

// Hashes the files, whose names it sorts. Devices and pipes (`-include /dev/null`) have no content
// to record, and are left out. Returns an errno value if one cannot be read, with its name in
// `*failed`.
int oc_dependencies_hash(struct oc_arena *arena, struct oc_args *names, struct oc_dependencies *out,
                         const char **failed);

// An errno value if the file cannot be read; else whether it is what it was.
int oc_dependency_check(const struct oc_dependency *dependency, bool *same);

// No file among them is larger than this.
enum { OC_DEPENDENCIES_MAX_FILE = 1 << 30 };

#endif
