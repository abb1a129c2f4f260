// map.h - a hash table from addresses to numbers, on an arena.
//
// It attaches data to LLVM objects, for which LLVM's C API has no place: a number for each block, a
// mark on each value.
#ifndef OC_BASE_MAP_H
#define OC_BASE_MAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct oc_map_entry {
    const void *key; // NULL: free
    size_t value;
};

// Initialise with {.arena = arena}.
struct oc_map {
    struct oc_arena *arena;
    struct oc_map_entry *entries;
    size_t count;
    size_t capacity; // a power of two, or 0
};

// Sets the value of a key, which is not NULL.
void oc_map_set(struct oc_map *map, const void *key, size_t value);

// Whether the key has a value, which is then stored in *value. `value` may be NULL.
bool oc_map_get(const struct oc_map *map, const void *key, size_t *value);

#endif
