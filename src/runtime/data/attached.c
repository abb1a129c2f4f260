#include "runtime/data/attached.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"
#include "runtime/units/register.h"

#include <stdlib.h>
#include <string.h>

// The number of pointers in the list before this one. Launches come to them in order: mostly it
// belongs at the end.
static size_t count_before(const struct range *range, uintptr_t pointer) {
    size_t low = 0, high = range->attached_count;
    if (high && range->attached[high - 1] < pointer)
        return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (range->attached[middle] < pointer)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void __offloadcc_attach(struct range *range, void *pointer) {
    size_t at = count_before(range, (uintptr_t)pointer);
    if (at < range->attached_count && range->attached[at] == (uintptr_t)pointer)
        return;
    if (range->attached_count == range->attached_capacity) {
        size_t capacity = range->attached_capacity ? 2 * range->attached_capacity : 8;
        uintptr_t *items = realloc(range->attached, capacity * sizeof *items);
        if (!items)
            __offloadcc_ranges_out_of_memory();
        range->attached = items;
        range->attached_capacity = capacity;
    }
    uintptr_t *added = &range->attached[at];
    memmove(added + 1, added, (range->attached_count++ - at) * sizeof *added);
    *added = (uintptr_t)pointer;
}

// Copies to the host from `copy`, which begins with what is at `start` there.
static void copy_between_pointers(const struct range *range, const char *copy, uintptr_t start,
                                  size_t bytes) {
    uintptr_t at = start, end = start + bytes;
    size_t next = start < sizeof(void *) ? 0 : count_before(range, start - sizeof(void *) + 1);
    for (; next < range->attached_count && range->attached[next] < end; next++) {
        uintptr_t pointer = range->attached[next];
        if (pointer > at)
            memcpy((void *)at, copy + (at - start), pointer - at);
        at = pointer + sizeof(void *);
    }
    if (at < end)
        memcpy((void *)at, copy + (at - start), end - at);
}

void __offloadcc_copy_back(const struct subject *subject, const char *text,
                           const struct range *range, uintptr_t start, size_t bytes) {
    void *on_device = __offloadcc_target.omp_get_mapped_ptr((void *)start, range->device);
    if (!on_device && __offloadcc_target.omp_target_is_present((void *)start, range->device))
        return; // the device uses the host's memory
    char *copy = malloc(bytes);
    if (!copy)
        __offloadcc_stop_about(subject, "not enough host memory to copy back the %zu bytes of '%s'",
                               bytes, text);
    if (!on_device || __offloadcc_target.omp_target_memcpy(
                          copy, on_device, bytes, 0, 0, __offloadcc_device_count(), range->device))
        __offloadcc_stop_about(subject, "device %d failed to copy '%s' to the host", range->device,
                               text);
    copy_between_pointers(range, copy, start, bytes);
    free(copy);
}
