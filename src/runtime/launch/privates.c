#include "runtime/launch/privates.h"

#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PACKED_BYTES = 1024, LEAST_ALIGNMENT = 16 };

static bool is_packed(const struct map_entry *entry) {
    return entry->type & MAP_PRIVATE && !(entry->type & MAP_LITERAL) && entry->size <= PACKED_BYTES;
}

static size_t alignment_of(const struct __offloadcc_entries *entries,
                           const struct map_entry *entry) {
    return entries->kernel->__offloadcc_parameters[entry->parameter].__offloadcc_alignment;
}

static size_t padded_size(size_t size, size_t alignment) {
    return (size + alignment - 1) & ~(alignment - 1);
}

// Whether all are aligned where libomptarget puts them: its own computation.
static bool are_aligned(const struct __offloadcc_entries *entries) {
    size_t offset = 0, known = LEAST_ALIGNMENT, last_size = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (!is_packed(entry))
            continue;
        if (last_size % known)
            known = last_size % known;
        uintptr_t address = (uintptr_t)entry->start | LEAST_ALIGNMENT;
        size_t wanted = address & -address;
        if (offset && wanted > known) {
            offset += wanted - known;
            known = wanted;
        }
        if (offset % alignment_of(entries, entry) != 0)
            return false;
        last_size = (size_t)entry->size;
        offset += last_size;
    }
    return true;
}

static bool has_packed(const struct __offloadcc_entries *entries) {
    for (uint32_t i = 0; i < entries->count; i++)
        if (is_packed(&entries->items[i]))
            return true;
    return false;
}

static size_t size_of(const struct __offloadcc_privates *privates, const struct map_entry *entry) {
    size_t size = (size_t)entry->size;
    return size > privates->least ? size : privates->least;
}

bool __offloadcc_is_packed(const struct map_entry *entry, int device) {
    return is_packed(entry) && !__offloadcc_reads_late(device);
}

void __offloadcc_privates_init(struct __offloadcc_privates *privates,
                               const struct __offloadcc_entries *entries, int device) {
    privates->memory = NULL;
    bool late = has_packed(entries) && __offloadcc_reads_late(device);
    if (!late && are_aligned(entries))
        return;
    size_t bytes = 0, count = 1, alignment = LEAST_ALIGNMENT;
    privates->least = late ? PACKED_BYTES + 1 : 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (is_packed(entry) && alignment_of(entries, entry) > alignment)
            alignment = alignment_of(entries, entry);
        if (is_packed(entry))
            bytes += size_of(privates, entry), count++;
    }
    bytes += count * alignment;
    privates->alignment = alignment;
    privates->memory =
        bytes <= sizeof privates->few ? privates->few : __offloadcc_allocate(bytes, 1);
    privates->next = privates->memory + (padded_size((uintptr_t)privates->memory, alignment) -
                                         (uintptr_t)privates->memory);
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
    size_t size = (size_t)entry->size;
    size_t whole = padded_size(size_of(privates, entry), privates->alignment);
    memcpy(privates->next, entry->start, size);
    memset(privates->next + size, 0, whole - size);
    result.base = result.start = privates->next;
    result.size = (int64_t)whole;
    privates->next += whole;
    return result;
}
