#include "runtime/entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__offloadcc_allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory || !count)
        return memory;
    fprintf(stderr, "offloadcc: error: no memory for the %zu map entries of a launch\n", count);
    abort();
}

// Makes room for `more` entries.
static void reserve(struct __offloadcc_entries *entries, uint32_t more) {
    uint64_t capacity = entries->capacity;
    while (capacity - entries->count < more)
        capacity *= 2;
    if (capacity > UINT32_MAX)
        __offloadcc_stop(entries->kernel, "the arguments reach more than %u arrays",
                         entries->count);
    if (capacity == entries->capacity)
        return;
    struct map_entry *items = __offloadcc_allocate(capacity, sizeof *items);
    memcpy(items, entries->items, entries->count * sizeof *items);
    __offloadcc_entries_release(entries);
    entries->items = items;
    entries->capacity = (uint32_t)capacity;
}

// PTR_AND_OBJ with MEMBER_OF: the runtime maps what the pointer points to and puts its address on
// the device into the device's copy of the struct, also where either of them is there already.
// (ATTACH, which LLVM 22 has too, does not if both are.) The host's pointer stays.
void __offloadcc_reach(struct __offloadcc_entries *entries, unsigned int argument,
                       unsigned int parameter, void *member, long bytes) {
    void *start;
    memcpy(&start, member, sizeof start);
    if (!start && bytes)
        __offloadcc_stop_at_null(entries->kernel, parameter, bytes);
    if (entries->arguments_only)
        return;
    int64_t type = entries->kernel->__offloadcc_types[parameter] | MAP_PTR_AND_OBJ |
                   (int64_t)(argument + 1) << MAP_MEMBER_OF_SHIFT;
    if (!bytes && start)
        return;
    reserve(entries, 1);
    entries->items[entries->count++] = (struct map_entry){member, start, bytes, type, parameter};
}

void __offloadcc_entries_init(struct __offloadcc_entries *entries,
                              const struct __offloadcc_kernel *kernel, void *const *slots,
                              const long *sizes, bool on_device) {
    entries->kernel = kernel;
    entries->items = entries->few;
    entries->count = 0;
    entries->arguments_only = !on_device;
    entries->capacity = sizeof entries->few / sizeof *entries->few;
    uint32_t count = kernel->__offloadcc_count;
    const long *types = kernel->__offloadcc_types;
    reserve(entries, count);
    struct map_entry *items = entries->items;
    for (uint32_t i = 0; i < count; i++)
        items[i] = (struct map_entry){slots[i], slots[i], sizes[i], types[i], i};
    entries->count = count;
    if (kernel->__offloadcc_walk)
        kernel->__offloadcc_walk(slots, sizes, entries);
}

void __offloadcc_entries_release(struct __offloadcc_entries *entries) {
    if (entries->items != entries->few)
        free(entries->items);
}
