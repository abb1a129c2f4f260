// stringmap.h - a hash table from strings to numbers, on an arena.
//
// map.h is the one for addresses.
#ifndef OC_BASE_STRINGMAP_H
#define OC_BASE_STRINGMAP_H

#include "base/arena.h"

#include <stdint.h>

struct oc_stringmap_entry {
    const char *key; // NULL: free
    uint32_t length; // of the key, in bytes
    uint32_t hash;
    size_t value;
};

// Initialise with {.arena = arena}.
struct oc_stringmap {
    struct oc_arena *arena;
    struct oc_stringmap_entry *entries;
    size_t count;
    size_t capacity; // a power of two, or 0
};

// The place of the value of a key of `length` bytes. The value of a new key is 0. The key is not
// copied: it must live as long as the map. It is shorter than 4 GiB, and may hold null bytes. The
// place is valid until the next call.
size_t *oc_stringmap_add(struct oc_stringmap *map, const char *key, size_t length);

// Likewise, but returns NULL for a key that was not added.
size_t *oc_stringmap_get(const struct oc_stringmap *map, const char *key, size_t length);

#endif
