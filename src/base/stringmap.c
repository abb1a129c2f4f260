#include "base/stringmap.h"

#include <string.h>

// Eight bytes at a time: names of C++ functions are long.
static uint32_t hash_key(const char *key, size_t length) {
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t hash = length * factor;
    for (; length >= 8; key += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, key, 8);
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32;
    }
    uint64_t rest = 0;
    memcpy(&rest, key, length);
    hash = (hash ^ rest) * factor;
    return (uint32_t)(hash >> 32);
}

// The entry of a key, or the free one where it belongs. The table is never full.
static struct oc_stringmap_entry *find_slot(const struct oc_stringmap *map, const char *key,
                                            size_t length, uint32_t hash) {
    for (size_t at = hash;; at++) {
        struct oc_stringmap_entry *entry = &map->entries[at & (map->capacity - 1)];
        if (!entry->key || (entry->hash == hash && entry->length == length &&
                            memcmp(entry->key, key, length) == 0))
            return entry;
    }
}

static void grow(struct oc_stringmap *map) {
    struct oc_stringmap old = *map;
    map->capacity = old.capacity ? 2 * old.capacity : 256;
    map->entries = OC_NEW_ARRAY(map->arena, map->capacity, struct oc_stringmap_entry);
    for (size_t i = 0; i < old.capacity; i++) {
        const struct oc_stringmap_entry *entry = &old.entries[i];
        size_t at = entry->hash;
        if (!entry->key)
            continue;
        while (map->entries[at & (map->capacity - 1)].key)
            at++;
        map->entries[at & (map->capacity - 1)] = *entry;
    }
}

size_t *oc_stringmap_add(struct oc_stringmap *map, const char *key, size_t length) {
    if (map->count >= map->capacity / 4 * 3)
        grow(map);
    uint32_t hash = hash_key(key, length);
    struct oc_stringmap_entry *entry = find_slot(map, key, length, hash);
    if (!entry->key) {
        *entry = (struct oc_stringmap_entry){key, (uint32_t)length, hash, 0};
        map->count++;
    }
    return &entry->value;
}

size_t *oc_stringmap_get(const struct oc_stringmap *map, const char *key, size_t length) {
    if (!map->count)
        return NULL;
    struct oc_stringmap_entry *entry = find_slot(map, key, length, hash_key(key, length));
    return entry->key ? &entry->value : NULL;
}
