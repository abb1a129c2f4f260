#include "runtime/data/entries.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Makes room for `more` entries.
static void reserve_entries(struct __offloadcc_entries *entries, uint32_t more) {
    uint64_t capacity = entries->capacity;
    while (capacity - entries->count < more)
        capacity *= 2;
    if (capacity > UINT32_MAX)
        __offloadcc_stop(entries->kernel,
                         "the arguments of the launch point to more than %u arrays",
                         entries->count);
    if (capacity == entries->capacity)
        return;
    struct map_entry *items = __offloadcc_allocate(capacity, sizeof *items);
    memcpy(items, entries->items, entries->count * sizeof *items);
    __offloadcc_entries_release(entries);
    entries->items = items;
    entries->capacity = (uint32_t)capacity;
}

static const struct map_entry *find_holder(const struct __offloadcc_entries *entries,
                                           const char *name, size_t length, const void *member) {
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        const char *other =
            entries->kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name;
        if (strncmp(other, name, length) == 0 && !other[length] &&
            (uintptr_t)member - (uintptr_t)entry->start < (uintptr_t)entry->size)
            return entry;
    }
    return NULL;
}

// A member's name is in the kernel's description without the indices: 'v[].rows[].data'. They are
// known by what holds its pointer.
static void write_name(const struct __offloadcc_entries *entries, const struct map_entry *entry,
                       FILE *out) {
    const struct __offloadcc_parameter *parameters = entries->kernel->__offloadcc_parameters;
    const char *name = parameters[entry->parameter].__offloadcc_name, *brackets = NULL;
    for (const char *next = name; (next = strstr(next, "[]")); next += 2)
        brackets = next;
    const struct map_entry *holder =
        brackets ? find_holder(entries, name, (size_t)(brackets - name), entry->base) : NULL;
    unsigned long size = holder ? parameters[holder->parameter].__offloadcc_element_bytes : 0;
    if (!size) {
        fputs(name, out);
        return;
    }
    write_name(entries, holder, out);
    fprintf(out, "[%lu]%s", ((uintptr_t)entry->base - (uintptr_t)holder->start) / size,
            brackets + 2);
}

const char *__offloadcc_entry_name(const struct __offloadcc_entries *entries,
                                   const struct map_entry *entry) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return entries->kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name;
    write_name(entries, entry, out);
    fclose(out);
    return text;
}

static void check_null(const struct __offloadcc_entries *entries, const struct map_entry *entry) {
    if (entry->start || !entry->size)
        return;
    const char *name = __offloadcc_entry_name(entries, entry);
    const char *fix = strchr(name, '.')
                          ? "set the pointer, make its count 0, or declare it with "
                            "offload_count_or_null or __counted_by_or_null if it may be null"
                          : "pass an array of that size, make the bound 0, or declare the "
                            "parameter with offload_count_or_null if it may be null";
    __offloadcc_stop(
        entries->kernel,
        "parameter '%s' is a null pointer, but its bound '%s' makes it %ld bytes; %s", name,
        entries->kernel->__offloadcc_parameters[entry->parameter].__offloadcc_bounds[0],
        (long)entry->size, fix);
}

// Another sum for anything else, as far as 64 bits can tell.
static void add_to_sum(uint64_t *sum, const void *start, int64_t bytes) {
    uint64_t value = (*sum ^ (uintptr_t)start) * 0x9e3779b97f4a7c15;
    value = (value ^ value >> 32 ^ (uint64_t)bytes) * 0xd6e8feb86659fd93;
    *sum = value ^ value >> 32;
}

static void walk_arguments(struct __offloadcc_entries *entries, uint64_t *sum) {
    entries->sum = sum;
    entries->kernel->__offloadcc_walk(entries->slots, entries->sizes, entries);
}

// PTR_AND_OBJ with MEMBER_OF: the runtime maps what the pointer points to and puts its address on
// the device into the device's copy of the struct, also where either of them is there already.
// (ATTACH, which LLVM 22 has too, does not if both are.) The host's pointer stays.
void __offloadcc_reach(struct __offloadcc_entries *entries, unsigned int argument,
                       unsigned int parameter, void *member, long bytes) {
    void *start;
    memcpy(&start, member, sizeof start);
    int64_t type = entries->kernel->__offloadcc_types[parameter] | MAP_PTR_AND_OBJ |
                   (int64_t)(argument + 1) << MAP_MEMBER_OF_SHIFT;
    struct map_entry entry = {member, start, bytes, type, parameter, false, false};
    if (!bytes && start)
        return;
    if (entries->sum && (start || !bytes)) {
        add_to_sum(entries->sum, start, bytes);
        return;
    }
    if (entries->sum)
        walk_arguments(entries, NULL); // the message needs the list
    check_null(entries, &entry);
    reserve_entries(entries, 1);
    entries->items[entries->count++] = entry;
}

// Whether the sum of all that the arguments reach is that of the thread's last launch.
static bool is_known(struct __offloadcc_entries *entries) {
    static _Thread_local struct known {
        const struct __offloadcc_kernel *kernel;
        uint64_t sum;
    } known[8];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < entries->count; i++)
        if (!(entries->items[i].type & (MAP_LITERAL | MAP_PRIVATE)))
            add_to_sum(&sum, entries->slots[i], entries->sizes[i]);
    walk_arguments(entries, &sum);
    struct known now = {entries->kernel, sum};
    struct known *last =
        &known[(uintptr_t)now.kernel / sizeof *now.kernel % (sizeof known / sizeof *known)];
    if (last->kernel == now.kernel && last->sum == now.sum)
        return true;
    *last = now;
    return false;
}

void __offloadcc_entries_init(struct __offloadcc_entries *entries,
                              const struct __offloadcc_kernel *kernel, void *const *slots,
                              const long *sizes, bool once) {
    entries->kernel = kernel;
    entries->items = entries->few;
    entries->count = entries->uses = entries->arrays = entries->others = 0;
    entries->slots = slots;
    entries->sizes = sizes;
    entries->capacity = sizeof entries->few / sizeof *entries->few;
    uint32_t count = kernel->__offloadcc_count;
    const long *types = kernel->__offloadcc_types;
    reserve_entries(entries, count);
    struct map_entry *items = entries->items;
    for (uint32_t i = 0; i < count; i++) {
        items[i] = (struct map_entry){slots[i], slots[i], sizes[i], types[i], i, false, false};
        if (!(types[i] & __offloadcc_unused))
            continue;
        // The pointer itself is the argument.
        check_null(entries, &items[i]);
        items[i].type &= ~(int64_t)__offloadcc_unused;
        items[i].size = sizeof(void *);
    }
    entries->count = count;
    for (uint32_t i = 0; i < count; i++) {
        entries->others += (types[i] & MAP_IMPLICIT) != 0;
        if (types[i] & (MAP_LITERAL | MAP_PRIVATE))
            continue;
        entries->arrays++;
        check_null(entries, &items[i]);
    }
    entries->others += entries->arrays;
    if (kernel->__offloadcc_walk && !(once && is_known(entries)))
        walk_arguments(entries, NULL);
}

void __offloadcc_entries_release(struct __offloadcc_entries *entries) {
    if (entries->items != entries->few)
        free(entries->items);
}
