#include "runtime/launch/tally.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/launch/privates.h"
#include "runtime/say/summary.h"

static void add_copy(const struct __offloadcc_kernel *kernel, const struct map_entry *entry,
                     bool to_device, bool joined, size_t bytes) {
    __offloadcc_summary_add(&(struct copy_event){
        .what = kernel->__offloadcc_name,
        .file = kernel->__offloadcc_file,
        .line = kernel->__offloadcc_line,
        .name = kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name,
        .to_device = to_device,
        .joined = joined,
        .bytes = bytes,
    });
}

static bool holds_entry(const struct map_entry *entry, const struct map_entry *other) {
    uintptr_t start = (uintptr_t)entry->start, inner = (uintptr_t)other->start;
    return !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && inner >= start &&
           inner - start < (uintptr_t)entry->size;
}

// All directions in which memory is mapped that holds an entry's; 0 if an entry before does, or one
// that is larger: that one has them.
static int64_t directions_of(const struct __offloadcc_entries *entries, uint32_t index) {
    const struct map_entry *entry = &entries->items[index];
    int64_t directions = 0;
    bool in_part = false;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *other = &entries->items[i];
        if (i != index && other->size && holds_entry(other, entry) &&
            (other->size > entry->size || (other->size == entry->size && i < index)))
            return 0;
        if (!other->size || !holds_entry(entry, other))
            continue;
        in_part = in_part || other->size != entry->size;
        directions |= other->type & (MAP_TO | MAP_FROM);
    }
    return in_part && directions & MAP_FROM ? MAP_TO | MAP_FROM : directions; // as in aliases.c
}

void __offloadcc_summary_launch(const struct __offloadcc_entries *entries, int device) {
    bool packs = false; // small structs by value go in one copy
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (entry->type & MAP_LITERAL || !entry->size || !entry->start)
            continue;
        if (entry->type & MAP_PRIVATE) {
            bool packed = __offloadcc_is_packed(entry, device);
            add_copy(entries->kernel, entry, true, packed && packs, (size_t)entry->size);
            packs = packs || packed;
            continue;
        }
        if (entry->type & MAP_PTR_AND_OBJ &&
            !__offloadcc_target.omp_target_is_present(entry->base, device))
            add_copy(entries->kernel, entry, true, false, sizeof(void *)); // the member's new value
        int64_t directions = directions_of(entries, i);
        if (__offloadcc_target.omp_target_is_present(entry->start, device))
            continue;
        if (directions & MAP_TO)
            add_copy(entries->kernel, entry, true, false, (size_t)entry->size);
        if (directions & MAP_FROM)
            add_copy(entries->kernel, entry, false, false, (size_t)entry->size);
    }
}
