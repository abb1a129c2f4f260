// cachefile.h - the files in the cache's directory: where they are, how they are written, and which
// of them are removed. src/cache/cache.h describes what is in them.
#ifndef OC_BASE_CACHEFILE_H
#define OC_BASE_CACHEFILE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// The names of the 16 directories. The name of a file is 64 hexadecimal digits; the file is in the
// directory that is named by the first digit.
#define OC_CACHEFILE_DIGITS "0123456789abcdef"
enum { OC_CACHEFILE_DIRECTORIES = sizeof OC_CACHEFILE_DIGITS - 1, OC_CACHEFILE_NAME = 64 };

const char *oc_cachefile_directory(struct oc_arena *arena, const char *cache, char digit);
const char *oc_cachefile_path(struct oc_arena *arena, const char *cache, const char *name);

struct oc_cachefile {
    const char *path;
    bool is_temporary;    // being written now, or left by a killed process
    struct timespec used; // when it was last used
    uint64_t bytes;       // its size
};

// The cache's files in one directory, the least recently used first. Other files are not listed.
struct oc_cachefiles {
    struct oc_arena *arena;
    struct oc_cachefile *items;
    size_t count, capacity;
    uint64_t bytes; // the sum of their sizes
};
struct oc_cachefiles oc_cachefile_list(struct oc_arena *arena, const char *cache, char digit);

// Makes the directory of a file, and the directories above it, readable by this user only.
bool oc_cachefile_make_directory(struct oc_arena *arena, const char *cache, const char *name);

// Writes a file in one rename. Before that, removes the files that killed processes left in its
// directory, and the least recently used files until the directory is below its share, 1/16 of
// `limit` bytes; adds the number of these to `*evicted`. Returns false if the file cannot be
// written or is larger than that share.
bool oc_cachefile_write(struct oc_arena *arena, const char *cache, uint64_t limit, const char *name,
                        const void *data, size_t length, size_t *evicted);

#endif
