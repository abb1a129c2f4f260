// copies.c - kernels that run on the CPU while their arrays are on a device: a unit without an
// image for it, in a program where other units have one. The device's copy is what the arrays are
// then, so the kernel gets a copy of that, and what it may write goes back there.
#include "runtime/launch/copies.h"

#include "runtime/data/entries.h"
#include "runtime/data/ranges.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/launch/cpu.h"
#include "runtime/process.h"
#include "runtime/say/stop.h"
#include "runtime/units/device.h"
#include "runtime/units/register.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 }; // of a copy, as far as the array has it

struct copy {
    uintptr_t start; // on the host
    size_t bytes;
    void *on_device;
    void *memory; // what the copy was allocated as
    char *data;
};

struct copies {
    const struct __offloadcc_entries *entries;
    const struct __offloadcc_kernel *kernel;
    int device;
    uint32_t count;
    struct copy *items;
};

// One launch at a time: two may write different parts of an array, and one would lose what the
// other wrote.

static bool is_mapped(const struct map_entry *entry) {
    return !(entry->type & (MAP_LITERAL | MAP_PRIVATE));
}

// Whether the kernel gets the address itself, and not in a struct.
static bool is_array(const struct copies *copies, uint32_t index) {
    return index < copies->kernel->__offloadcc_count && is_mapped(&copies->entries->items[index]) &&
           copies->kernel->__offloadcc_types[index] & MAP_TARGET_PARAM;
}

static struct copy *find_copy(const struct copies *copies, uintptr_t start) {
    for (uint32_t i = 0; i < copies->count; i++)
        if (start - copies->items[i].start < copies->items[i].bytes)
            return &copies->items[i];
    return NULL;
}

static void find_on_device(struct copies *copies) {
    __offloadcc_lock();
    for (uint32_t i = 0; i < copies->entries->count; i++) {
        const struct map_entry *entry = &copies->entries->items[i];
        uintptr_t start = (uintptr_t)entry->start;
        if (!is_mapped(entry) || (is_array(copies, i) && find_copy(copies, start)))
            continue;
        const struct range *range = __offloadcc_ranges_find(
            &__offloadcc_process()->mapped, copies->device, start, (size_t)entry->size);
        if (!range || !range->on_device)
            continue;
        if (!is_array(copies, i))
            __offloadcc_stop(
                copies->kernel,
                "'%s' is mapped on device %d, but the kernel runs on the CPU: its file has no "
                "image for this device; compile it with the same --offload-arch as the other files",
                __offloadcc_entry_name(copies->entries, entry), copies->device);
        copies->items[copies->count++] =
            (struct copy){.start = range->start, .bytes = range->bytes};
    }
    __offloadcc_unlock();
}

static void transfer(const struct copies *copies, void *to, const void *from, size_t bytes,
                     bool to_device) {
    int host = __offloadcc_device_count();
    if (__offloadcc_target.omp_target_memcpy(to, from, bytes, 0, 0,
                                             to_device ? copies->device : host,
                                             to_device ? host : copies->device))
        __offloadcc_stop(copies->kernel,
                         "device %d does not let its copy of an array be %s, and the kernel runs "
                         "on the CPU: its file has no image for this device",
                         copies->device, to_device ? "written" : "read");
}

static void make_copy(const struct copies *copies, struct copy *copy) {
    size_t offset = copy->start % ALIGNMENT;
    copy->on_device = __offloadcc_target.omp_get_mapped_ptr((void *)copy->start, copies->device);
    if (posix_memalign(&copy->memory, ALIGNMENT, offset + copy->bytes))
        __offloadcc_out_of_memory(copy->bytes);
    copy->data = (char *)copy->memory + offset;
    transfer(copies, copy->data, copy->on_device, copy->bytes, false);
}

static void copy_back(const struct copies *copies) {
    for (uint32_t i = 0; i < copies->kernel->__offloadcc_count; i++) {
        const struct map_entry *entry = &copies->entries->items[i];
        const struct copy *copy =
            is_array(copies, i) && entry->size ? find_copy(copies, (uintptr_t)entry->start) : NULL;
        if (!copy || !(entry->type & MAP_FROM))
            continue;
        size_t offset = (uintptr_t)entry->start - copy->start;
        transfer(copies, (char *)copy->on_device + offset, copy->data + offset, (size_t)entry->size,
                 true);
    }
}

static void run_on_copies(const struct copies *copies, void *const *slots,
                          const struct __offloadcc_grid *grid) {
    const struct __offloadcc_kernel *kernel = copies->kernel;
    void *moved[kernel->__offloadcc_count + 1];
    for (uint32_t i = 0; i < kernel->__offloadcc_count; i++) {
        const struct copy *copy =
            is_array(copies, i) ? find_copy(copies, (uintptr_t)slots[i]) : NULL;
        moved[i] = copy ? copy->data + ((uintptr_t)slots[i] - copy->start) : slots[i];
    }
    __offloadcc_run_blocks(kernel->__offloadcc_blocks, moved, grid, kernel->__offloadcc_frame);
}

bool __offloadcc_run_on_copies(const struct __offloadcc_entries *entries, int device,
                               const struct __offloadcc_grid *grid, void *const *slots) {
    if (ranges_are_empty(&__offloadcc_process()->mapped))
        return false;
    struct copy items[entries->kernel->__offloadcc_count + 1];
    struct copies copies = {
        .entries = entries, .kernel = entries->kernel, .device = device, .items = items};
    find_on_device(&copies);
    if (!copies.count)
        return false;
    if (!__offloadcc_device_has_images(device))
        __offloadcc_stop(copies.kernel,
                         "an array is still mapped on device %d, which is closed already, as the "
                         "program ends or a library is unloaded; end the mapping before that",
                         device);
    pthread_mutex_lock(&__offloadcc_process()->copying);
    for (uint32_t i = 0; i < copies.count; i++)
        make_copy(&copies, &items[i]);
    run_on_copies(&copies, slots, grid);
    copy_back(&copies);
    for (uint32_t i = 0; i < copies.count; i++)
        free(items[i].memory);
    pthread_mutex_unlock(&__offloadcc_process()->copying);
    return true;
}
