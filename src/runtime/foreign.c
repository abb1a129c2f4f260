// foreign.c - what others than data regions have mapped: `#pragma omp target data` in objects of
// another compiler, omp_target_associate_ptr. libomptarget ends the program without a parameter's
// name where an array is mapped in part. It can be asked about single addresses only, and not for
// free, so this looks at three of them, and where a thread launches with an array for the first
// time. What it does not see is left to libomptarget.
#include "runtime/entries.h"

#include <sched.h>

// Whether the ends and the middle are all mapped, as one, or none is.
static bool is_alike(char *start, size_t bytes, int device) {
    size_t offsets[] = {0, bytes / 2, bytes - 1};
    char *first = omp_get_mapped_ptr(start, device);
    for (int i = 1; i < 3; i++) {
        char *copy = omp_get_mapped_ptr(start + offsets[i], device);
        if (first ? copy != first + offsets[i] : copy != NULL)
            return false;
    }
    return true;
}

bool __offloadcc_is_mapped_in_part(void *start, size_t bytes, int device) {
    enum { LOOKS = 20 }; // launches of other threads may map and unmap the array meanwhile
    for (int i = 0; bytes && i < LOOKS; i++) {
        if (is_alike(start, bytes, device))
            return false;
        sched_yield();
    }
    return bytes;
}

// Arrays that were looked at, by their addresses.
static _Thread_local struct seen {
    void *start;
    size_t bytes;
    int device;
} seen[8];

static void check(const struct __offloadcc_kernel *kernel, const struct map_entry *entry,
                  int device) {
    size_t bytes = (size_t)entry->size;
    struct seen *last = &seen[((uintptr_t)entry->start >> 6) % (sizeof seen / sizeof *seen)];
    if (last->start == entry->start && last->bytes == bytes && last->device == device)
        return;
    if (__offloadcc_is_mapped_in_part(entry->start, bytes, device))
        __offloadcc_stop(kernel,
                         "parameter '%s' takes %zu bytes at %p, of which only a part is mapped on "
                         "device %d, but not by offload_data: by '#pragma omp target data' or the "
                         "like; map all that the kernel takes there, or end that mapping before",
                         kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name, bytes,
                         entry->start, device);
    *last = (struct seen){entry->start, bytes, device};
}

void __offloadcc_check_foreign(const struct __offloadcc_entries *entries, int device) {
    for (uint32_t i = 0; i < entries->kernel->__offloadcc_count; i++)
        if (!(entries->items[i].type & (MAP_LITERAL | MAP_PRIVATE)))
            check(entries->kernel, &entries->items[i], device);
}
