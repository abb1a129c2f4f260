// cachefile.h - the files of the cache's directory, whose form src/cache/cache.h describes: where
// they are, how they get there, and which of them go.
#ifndef OC_BASE_CACHEFILE_H
#define OC_BASE_CACHEFILE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// The names of the directories. A file's name is 64 digits, and it is in the directory of the
// first.
#define OC_CACHEFILE_DIGITS "0123456789abcdef"
enum { OC_CACHEFILE_DIRECTORIES = sizeof OC_CACHEFILE_DIGITS - 1, OC_CACHEFILE_NAME = 64 };

const char *oc_cachefile_directory(struct oc_arena *arena, const char *cache, char digit);
const char *oc_cachefile_path(struct oc_arena *arena, const char *cache, const char *name);

struct oc_cachefile {
    const char *path;
    bool is_temporary; // in the making, or left by a killed process
    struct timespec used;
    uint64_t bytes;
};

// The files of a directory, what was used least recently first; others that are there are none.
struct oc_cachefiles {
    struct oc_arena *arena;
    struct oc_cachefile *items;
    size_t count, capacity;
    uint64_t bytes;
};
struct oc_cachefiles oc_cachefile_list(struct oc_arena *arena, const char *cache, char digit);

// Makes the directory of a file, with all above it, for nobody else.
bool oc_cachefile_make_directory(struct oc_arena *arena, const char *cache, const char *name);

// Writes a file in one rename. Before, it removes what killed processes left in its directory, and
// as much of what was used least recently as keeps the directory below its share of `limit` bytes;
// `evicted` counts that. False: it could not be written, or is larger than that share.
bool oc_cachefile_write(struct oc_arena *arena, const char *cache, uint64_t limit, const char *name,
                        const void *data, size_t length, size_t *evicted);

#endif
