#include "runtime/launch/exact.h"

#include "runtime/data/ranges.h"
#include "runtime/data/variables.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/launch/cpu.h"
#include "runtime/launch/watched.h"
#include "runtime/process.h"
#include "runtime/say/stop.h"

#include <stdlib.h>
#include <string.h>

// Sanitizers' runtimes define them, in programs that have them.
void *__asan_region_is_poisoned(void *start, size_t size) __attribute__((weak));

// Larger arrays stay in place: a bound may be far beyond what there is.
enum { ALIGNMENT = 64, MAX_BYTES = 1 << 30 };

// A stretch of memory that arguments share, and its copy.
struct group {
    uintptr_t start, end;
    bool stays;     // in place
    bool is_read;   // from the copy, after the launch
    char *data;     // the copy
    char *original; // what was in it at first, where it is read
};

bool __offloadcc_bounds_are_watched(void) {
    static int watched; // 1: yes, -1: no
    if (!watched) {
        const char *check = getenv("OFFLOADCC_CHECK");
        watched = __asan_region_is_poisoned && !(check && strcmp(check, "0") == 0) ? 1 : -1;
    }
    return watched > 0;
}

static bool is_mapped(const struct map_entry *entry) {
    return !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && entry->start && entry->size > 0;
}

// Whether the kernel gets the address in a slot.
static bool is_array(const struct __offloadcc_entries *entries, uint32_t index) {
    return index < entries->kernel->__offloadcc_count && is_mapped(&entries->items[index]) &&
           entries->kernel->__offloadcc_types[index] & MAP_TARGET_PARAM;
}

static int compare_groups(const void *left, const void *right) {
    const struct group *one = left, *other = right;
    return one->start < other->start ? -1 : one->start > other->start;
}

// Sorts groups, and makes one of those that overlap.
static uint32_t merge(struct group *groups, uint32_t count) {
    qsort(groups, count, sizeof *groups, compare_groups);
    uint32_t merged = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct group *last = merged ? &groups[merged - 1] : NULL;
        if (!last || groups[i].start >= last->end) {
            groups[merged++] = groups[i];
            continue;
        }
        last->end = groups[i].end > last->end ? groups[i].end : last->end;
        last->stays = last->stays || groups[i].stays;
        last->is_read = last->is_read || groups[i].is_read;
    }
    return merged;
}

static bool stays(const struct __offloadcc_entries *entries, uint32_t index, int device) {
    const struct map_entry *entry = &entries->items[index];
    if (!is_array(entries, index) || entry->size > MAX_BYTES ||
        __offloadcc_is_variable(entry->start))
        return true;
    __offloadcc_lock();
    bool is_held = __offloadcc_ranges_find(&__offloadcc_process()->mapped, device,
                                           (uintptr_t)entry->start, (size_t)entry->size);
    __offloadcc_unlock();
    return is_held;
}

// Copies a group, or finds that it stays.
static void copy_group(struct group *group) {
    size_t bytes = group->end - group->start;
    size_t alignment = group->start & -group->start;
    alignment = alignment > ALIGNMENT ? ALIGNMENT : alignment;
    alignment = alignment < sizeof(void *) ? sizeof(void *) : alignment;
    void *data, *original = NULL;
    if (group->stays || __asan_region_is_poisoned((void *)group->start, bytes) ||
        posix_memalign(&data, alignment, bytes))
        return;
    if (group->is_read && !(original = malloc(bytes))) {
        free(data);
        return;
    }
    memcpy(data, (void *)group->start, bytes);
    if (original)
        memcpy(original, data, bytes);
    group->data = data;
    group->original = original;
}

static void *in_copy(const struct group *groups, uint32_t count, void *address) {
    for (uint32_t i = 0; i < count; i++) {
        const struct group *group = &groups[i];
        if (group->data && (uintptr_t)address - group->start < group->end - group->start)
            return group->data + ((uintptr_t)address - group->start);
    }
    return address;
}

// The host may have changed other bytes meanwhile.
static void put_back_changes(const struct group *group) {
    char *home = (char *)group->start;
    size_t bytes = group->end - group->start;
    for (size_t i = 0, end; i < bytes; i = end + 1) {
        for (end = i; end < bytes && group->data[end] != group->original[end];)
            end++;
        if (end > i)
            memcpy(home + i, group->data + i, end - i);
    }
}

// The groups of a launch; returns their number.
static uint32_t find_groups(const struct __offloadcc_entries *entries, int device,
                            struct group *groups) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        uintptr_t start = (uintptr_t)entry->start;
        if (is_mapped(entry))
            groups[count++] = (struct group){.start = start,
                                             .end = start + (uintptr_t)entry->size,
                                             .stays = stays(entries, i, device),
                                             .is_read = (entry->type & MAP_FROM) != 0};
    }
    return merge(groups, count);
}

static void run_on_groups(const struct __offloadcc_entries *entries, const struct group *groups,
                          uint32_t count, const struct __offloadcc_grid *grid, void *const *slots) {
    const struct __offloadcc_kernel *kernel = entries->kernel;
    void *moved[kernel->__offloadcc_count + 1];
    for (uint32_t i = 0; i < kernel->__offloadcc_count; i++)
        moved[i] = is_array(entries, i) ? in_copy(groups, count, slots[i]) : slots[i];
    __offloadcc_run_blocks(kernel->__offloadcc_blocks, moved, grid, kernel->__offloadcc_frame);
}

bool __offloadcc_run_watched(const struct __offloadcc_entries *entries, int device,
                             const struct __offloadcc_grid *grid, void *const *slots) {
    if (!__offloadcc_bounds_are_watched() || !entries->arrays || __offloadcc_runs_blocks())
        return false;
    struct group *groups = __offloadcc_allocate(entries->count, sizeof *groups);
    uint32_t count = find_groups(entries, device, groups);
    pthread_mutex_lock(&__offloadcc_process()->copying);
    for (uint32_t i = 0; i < count; i++)
        copy_group(&groups[i]);
    run_on_groups(entries, groups, count, grid, slots);
    for (uint32_t i = 0; i < count; i++) {
        if (groups[i].original)
            put_back_changes(&groups[i]);
        free(groups[i].original);
        free(groups[i].data);
    }
    pthread_mutex_unlock(&__offloadcc_process()->copying);
    free(groups);
    return true;
}
