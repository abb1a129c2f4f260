#include "runtime/privates.h"

#include "runtime/libomptarget.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PACKED_BYTES = 1024, LEAST_ALIGNMENT = 16, MOST_ALIGNMENT = 64 };

static bool is_packed(const struct map_entry *entry) {
    return entry->type & MAP_PRIVATE && !(entry->type & MAP_LITERAL) && entry->size <= PACKED_BYTES;
}

// What the host's compiler has aligned it to, or more.
static size_t alignment_of(const struct map_entry *entry) {
    uintptr_t address = (uintptr_t)entry->start;
    size_t alignment = LEAST_ALIGNMENT;
    while (alignment < MOST_ALIGNMENT && address % (2 * alignment) == 0)
        alignment *= 2;
    return alignment;
}

static size_t padded(size_t size, size_t alignment) {
    return (size + alignment - 1) & ~(alignment - 1);
}

void __offloadcc_privates_init(struct __offloadcc_privates *privates,
                               const struct __offloadcc_entries *entries) {
    size_t count = 0, bytes = 0, alignment = LEAST_ALIGNMENT;
    for (uint32_t i = 0; i < entries->count; i++) {
        if (!is_packed(&entries->items[i]))
            continue;
        size_t own = alignment_of(&entries->items[i]);
        alignment = own > alignment ? own : alignment;
        bytes += (size_t)entries->items[i].size;
        count++;
    }
    privates->alignment = alignment;
    privates->memory = NULL;
    if (count < 2)
        return;
    bytes += (count + 1) * alignment;
    privates->memory =
        bytes <= sizeof privates->few ? privates->few : __offloadcc_allocate(bytes, 1);
    privates->next = privates->memory +
                     (padded((uintptr_t)privates->memory, alignment) - (uintptr_t)privates->memory);
}

void __offloadcc_privates_release(struct __offloadcc_privates *privates) {
    if (privates->memory != privates->few)
        free(privates->memory);
}

struct map_entry __offloadcc_private(struct __offloadcc_privates *privates,
                                     const struct map_entry *entry) {
    struct map_entry result = *entry;
    if (!privates->memory || !is_packed(entry))
        return result;
    size_t size = (size_t)entry->size, whole = padded(size, privates->alignment);
    memcpy(privates->next, entry->start, size);
    memset(privates->next + size, 0, whole - size);
    result.base = result.start = privates->next;
    result.size = (int64_t)whole;
    privates->next += whole;
    return result;
}
