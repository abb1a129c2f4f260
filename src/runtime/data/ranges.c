#include "runtime/data/ranges.h"
#include "runtime/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void __offloadcc_lock(void) {
    pthread_mutex_lock(&__offloadcc_process()->mapping);
}

void __offloadcc_unlock(void) {
    pthread_mutex_unlock(&__offloadcc_process()->mapping);
}

static bool ends_before(const struct range *range, int space, uintptr_t start) {
    return range->space < space ||
           (range->space == space && range->start + range->bytes - 1 < start);
}

// The number of ranges that end before the address.
static size_t count_before(const struct ranges *ranges, int space, uintptr_t start) {
    size_t low = 0, high = ranges->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ends_before(&ranges->items[middle], space, start))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct range *__offloadcc_ranges_find(const struct ranges *ranges, int space, uintptr_t start,
                                      size_t bytes) {
    size_t at = count_before(ranges, space, start);
    struct range *range = &ranges->items[at];
    bool found = bytes && at < ranges->count && range->space == space &&
                 (range->start <= start || range->start - start < bytes);
    return found ? range : NULL;
}

_Noreturn void __offloadcc_ranges_out_of_memory(void) {
    fputs("offloadcc: error: no memory for the table of what is mapped\n", stderr);
    abort();
}

struct range *__offloadcc_ranges_add(struct ranges *ranges, const struct range *range) {
    if (ranges->count == ranges->capacity) {
        size_t capacity = ranges->capacity ? 2 * ranges->capacity : 16;
        struct range *items = realloc(ranges->items, capacity * sizeof *items);
        if (!items)
            __offloadcc_ranges_out_of_memory();
        ranges->items = items;
        ranges->capacity = capacity;
    }
    size_t at = count_before(ranges, range->space, range->start);
    struct range *added = &ranges->items[at];
    memmove(added + 1, added, (ranges->count - at) * sizeof *added);
    *added = *range;
    added->file = strdup(range->file); // its library may be unloaded
    if (!added->file)
        __offloadcc_ranges_out_of_memory();
    __atomic_store_n(&ranges->count, ranges->count + 1, __ATOMIC_RELAXED);
    return added;
}

void __offloadcc_ranges_remove(struct ranges *ranges, struct range *range) {
    size_t at = (size_t)(range - ranges->items);
    free((char *)range->file);
    free(range->attached);
    memmove(range, range + 1, (ranges->count - at - 1) * sizeof *range);
    __atomic_store_n(&ranges->count, ranges->count - 1, __ATOMIC_RELAXED);
}
