// cache.h - the cache of compiled device code, by keys that are hashes of what it was compiled
// from.
//
//   DIR/CACHEDIR.TAG                marks the directory as a cache, for backup programs
//       statistics                  counters, for people
//       0/ ... f/                   by a key's first digit
//           0123...cdef             an entry: named parts, and a hash of them all
//           .tmp-0123456789abcdef   an entry that is being written
//
// Any number of processes can use a directory at once without waiting for each other. An entry
// appears by a rename and is never changed. Its hash is checked when it is read, so a lookup
// returns what was stored under the key, or nothing, even if files are damaged. Each of the 16
// directories is kept below a 16th of the limit: storing an entry removes the least recently used
// ones there, and files that killed processes left. A directory that cannot be written is only
// read; one that cannot be read counts as empty. No function here reports errors, so the cache
// never fails a build.
#ifndef OC_CACHE_H
#define OC_CACHE_H

#include "base/arena.h"
#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct oc_cache {
    const char *directory; // absolute, or relative to the working directory
    uint64_t limit;        // of all entries together, in bytes
};

// A part of an entry. Its name has no blanks and at most 15 characters.
struct oc_cache_part {
    const char *name;
    struct oc_bytes content;
};

enum { OC_CACHE_MAX_PARTS = 8 };

struct oc_cache_entry {
    struct oc_cache_part parts[OC_CACHE_MAX_PARTS];
    size_t count;
};

// Looks up a key (hash.h). Returns false if there is no valid entry. Counts a hit or a miss in the
// statistics.
bool oc_cache_get(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  struct oc_cache_entry *out);

// The same, without counting.
bool oc_cache_find(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                   struct oc_cache_entry *out);

// Whether a file exists for the key. It is not read, so it may be damaged.
bool oc_cache_has(struct oc_arena *arena, const struct oc_cache *cache, const char *key);

// Stores an entry under a key. Does nothing if that fails.
void oc_cache_put(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  const struct oc_cache_entry *entry);

// The content of the part with this name; NULL: the entry has no such part.
const struct oc_bytes *oc_cache_part(const struct oc_cache_entry *entry, const char *name);

// Convert an entry to the content of its file and back. Reading returns false for content that
// writing would not have made for this key.
struct oc_bytes oc_cache_write_entry(struct oc_arena *arena, const char *key,
                                     const struct oc_cache_entry *entry);
bool oc_cache_read_entry(struct oc_arena *arena, const char *key, struct oc_bytes file,
                         struct oc_cache_entry *out);

// Prints the number and size of the entries, hits and misses.
void oc_cache_print_statistics(struct oc_arena *arena, const struct oc_cache *cache, FILE *stream);

// Removes all entries and counters, but no other files in the directory. Returns 0 or an errno
// value.
int oc_cache_clear(struct oc_arena *arena, const struct oc_cache *cache);

#endif
