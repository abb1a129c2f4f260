// identity.h - what stands for programs, libraries and tools in the cache's keys.
#ifndef OC_IDENTITY_H
#define OC_IDENTITY_H

#include "base/arena.h"

// Of the program or library of this process that a function is in: its GNU build ID, the linker's
// hash of all that it holds; where it was linked without one, as for a file. NULL: nothing is
// known.
const char *oc_identity_of_code(struct oc_arena *arena, void (*function)(void));

// Of a file that packages and their managers replace, never change in place: its name, size and
// time. NULL: there is none.
const char *oc_identity_of_file(struct oc_arena *arena, const char *path);

#endif
