// foreign.c - what others than data regions have mapped: `#pragma omp target data` in objects of
// another compiler, omp_target_associate_ptr.
//
// libomptarget ends the program without a parameter's name where an array is mapped in part, and
// knows nothing of device pointers. OFFLOADCC_CHECK=1 in the environment asks for better messages.
// libomptarget can be asked about single addresses only: this looks at three of an array, where a
// thread launches with it for the first time. Other threads may map and unmap meanwhile, and what
// is found may be wrong then. So no program is ended by it that does not ask for it.
#include "runtime/data/foreign.h"

#include "runtime/data/entries.h"
#include "runtime/data/variables.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/say/asked.h"
#include "runtime/say/stop.h"
#include "runtime/units/register.h"

#include <sched.h>

// Whether the ends and the middle are all mapped, as one, or none is.
static bool is_alike(char *start, size_t bytes, int device) {
    size_t offsets[] = {0, bytes / 2, bytes - 1};
    char *first = __offloadcc_target.omp_get_mapped_ptr(start, device);
    for (int i = 1; i < 3; i++) {
        char *copy = __offloadcc_target.omp_get_mapped_ptr(start + offsets[i], device);
        if (first ? copy != first + offsets[i] : copy != NULL)
            return false;
    }
    return true;
}

bool __offloadcc_is_mapped_in_part(void *start, size_t bytes, int device) {
    enum { LOOKS = 20 }; // launches of other threads may map and unmap the array meanwhile
    if (!__offloadcc_checks_are_asked_for())
        return false;
    for (int i = 0; i < LOOKS; i++) {
        if (is_alike(start, bytes, device))
            return false;
        sched_yield();
    }
    return true;
}

bool __offloadcc_others_hold(void *start, size_t bytes, int device) {
    return __offloadcc_target.omp_get_mapped_ptr(start, device) && is_alike(start, bytes, device);
}

// Arrays and device pointers, of 0 bytes, that were looked at.
struct seen {
    void *start;
    size_t bytes;
    int device;
};
static _Thread_local struct {
    struct seen items[16];
    unsigned int next; // to be given up
} seen;
enum { SEEN = 16 };

static bool was_seen(const struct seen *now) {
    for (int i = 0; i < SEEN; i++)
        if (seen.items[i].start == now->start && seen.items[i].bytes == now->bytes &&
            seen.items[i].device == now->device)
            return true;
    return false;
}

static void check_array(const struct __offloadcc_kernel *kernel, const char *name,
                        const struct seen *array) {
    if (__offloadcc_is_mapped_in_part(array->start, array->bytes, array->device))
        __offloadcc_stop(
            kernel,
            "parameter '%s' takes %zu bytes at %p, of which only a part is mapped on device %d, by "
            "'#pragma omp target data' or the like, not by offload_data; map all that the kernel "
            "takes there, or end that mapping before the launch",
            name, array->bytes, array->start, array->device);
}

// An address that only the host has, whatever others do.
static void check_variable(const struct __offloadcc_entries *entries,
                           const struct map_entry *entry) {
    if (__offloadcc_is_variable(entry->start))
        __offloadcc_stop(
            entries->kernel,
            "parameter '%s' is marked offload_device_ptr, but the argument is the host's address "
            "of a device variable; use the variable by its name in the kernel",
            __offloadcc_entry_name(entries, entry));
}

// Of the host's addresses, these are known not to be meant. Others may be good on the device too.
static void check_pointer(const struct __offloadcc_kernel *kernel, const char *name,
                          const struct seen *pointer) {
    void *there = pointer->device == __offloadcc_device_count()
                      ? NULL
                      : __offloadcc_target.omp_get_mapped_ptr(pointer->start, pointer->device);
    if (there && there != pointer->start)
        __offloadcc_stop(
            kernel,
            "parameter '%s' is marked offload_device_ptr, but the argument is the host's address "
            "of an array that is mapped on device %d; give the parameter a bound instead of the "
            "mark, and the launch uses the mapped copy",
            name, pointer->device);
}

static void check_entry(const struct __offloadcc_entries *entries, const struct map_entry *entry,
                        int device) {
    bool is_pointer = entry->type & MAP_LITERAL;
    struct seen now = {entry->start, is_pointer ? 0 : (size_t)entry->size, device};
    if (was_seen(&now))
        return;
    const char *name = entries->kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name;
    if (is_pointer)
        check_variable(entries, entry);
    if (is_pointer && __offloadcc_checks_are_asked_for())
        check_pointer(entries->kernel, name, &now);
    else if (!is_pointer)
        check_array(entries->kernel, name, &now);
    seen.items[seen.next++ % SEEN] = now;
}

void __offloadcc_check_foreign(const struct __offloadcc_entries *entries, int device) {
    for (uint32_t i = 0; i < entries->kernel->__offloadcc_count; i++) {
        const struct map_entry *entry = &entries->items[i];
        bool is_pointer = entry->type & MAP_IMPLICIT;
        bool is_array = !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && entry->size;
        if (entry->start && !entry->is_held &&
            (is_pointer || (is_array && __offloadcc_checks_are_asked_for())))
            check_entry(entries, entry, device);
    }
}
