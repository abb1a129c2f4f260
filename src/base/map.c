#include "base/map.h"

#include <stdint.h>

// The entry of a key, or the free one where it belongs. The table is never full.
static struct oc_map_entry *find_slot(const struct oc_map *map, const void *key) {
    size_t at = (size_t)(((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u >> 16);
    for (;; at++) {
        struct oc_map_entry *entry = &map->entries[at & (map->capacity - 1)];
        if (!entry->key || entry->key == key)
            return entry;
    }
}

static void grow_map(struct oc_map *map) {
    struct oc_map old = *map;
    map->capacity = old.capacity ? 2 * old.capacity : 64;
    map->entries = OC_NEW_ARRAY(map->arena, map->capacity, struct oc_map_entry);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].key)
            *find_slot(map, old.entries[i].key) = old.entries[i];
}

void oc_map_set(struct oc_map *map, const void *key, size_t value) {
    if (2 * (map->count + 1) > map->capacity)
        grow_map(map);
    struct oc_map_entry *entry = find_slot(map, key);
    map->count += !entry->key;
    *entry = (struct oc_map_entry){key, value};
}

bool oc_map_get(const struct oc_map *map, const void *key, size_t *value) {
    if (!map->count)
        return false;
    const struct oc_map_entry *entry = find_slot(map, key);
    if (entry->key && value)
        *value = entry->value;
    return entry->key != NULL;
}
