// identity.h - short texts that identify programs, libraries and tools in the keys of the cache.
#ifndef OC_IDENTITY_H
#define OC_IDENTITY_H

#include "base/arena.h"

// Identifies the program or library of this process that contains a function: by its GNU build ID,
// which is the linker's hash of its content, or, if it was linked without one, like a file below.
// Returns NULL if neither is known.
const char *oc_identity_of_code(struct oc_arena *arena, void (*function)(void));

// Identifies a file by its name, size and modification time. This is for files that package
// managers replace, and never change in place. Returns NULL if there is no such file.
const char *oc_identity_of_file(struct oc_arena *arena, const char *path);

#endif
