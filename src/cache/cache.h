// cache.h - compiled device code, found again by what it was compiled from.
//
//   DIR/CACHEDIR.TAG                what backup programs look for
//       statistics                  counters, for people
//       0/ ... f/                   by a key's first digit
//           0123...cdef             an entry: named parts, and a hash of them all
//           .tmp-0123456789abcdef   one in the making
//
// Any number of processes use a directory at once, and none waits for another. An entry appears in
// one rename and is never changed. It is checked when it is read: whatever happens to the files, a
// lookup gives what was stored under the key, or nothing. Each of the 16 directories is held below
// a 16th of the limit: who stores removes what was used least recently there, and what killed
// processes left. A directory that cannot be written to is read; one that cannot be read is empty:
// nothing here fails a build, and nothing reports.
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
    uint64_t limit;        // bytes
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

// Looks up a key (hash.h). The first one counts a hit or a miss; the last one does not read.
bool oc_cache_get(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  struct oc_cache_entry *out);

bool oc_cache_find(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                   struct oc_cache_entry *out);
bool oc_cache_has(struct oc_arena *arena, const struct oc_cache *cache, const char *key);

// Stores an entry under a key, or does not.
void oc_cache_put(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  const struct oc_cache_entry *entry);

// A part's content; NULL: there is none of this name.
const struct oc_bytes *oc_cache_part(const struct oc_cache_entry *entry, const char *name);

// What a file of the cache holds: the two halves of an entry's form. Reading refuses whatever
// writing would not have made for this key.
struct oc_bytes oc_cache_write_entry(struct oc_arena *arena, const char *key,
                                     const struct oc_cache_entry *entry);
bool oc_cache_read_entry(struct oc_arena *arena, const char *key, struct oc_bytes file,
                         struct oc_cache_entry *out);

// Prints what there is and what was found, for people.
void oc_cache_print_statistics(struct oc_arena *arena, const struct oc_cache *cache, FILE *stream);

// Removes all entries and counters, but nothing else that the directory may hold. Returns 0 or an
// errno.
int oc_cache_clear(struct oc_arena *arena, const struct oc_cache *cache);

#endif
