// update.c - device variables: offload_update_to and offload_update_from.
#include "runtime/runtime.h"

#include <stddef.h>

// A device variable on the host, and the unit whose images define its copies.
struct variable {
    struct __offloadcc_unit *unit;
    const struct __offloadcc_entry *entry;
};

static size_t checked_bytes(const struct subject *subject, size_t count, size_t size) {
    size_t bytes;
    if (count > PTRDIFF_MAX)
        __offloadcc_stop_about(subject, "the count is %td; it is a number of elements",
                               (ptrdiff_t)count);
    if (__builtin_mul_overflow(count, size, &bytes))
        __offloadcc_stop_about(subject, "%zu elements of %zu bytes are more than memory holds",
                               count, size);
    return bytes;
}

static bool find_in_unit(struct __offloadcc_unit *unit, const char *address, void *found) {
    const struct __offloadcc_descriptor *descriptor = unit->__offloadcc_descriptor;
    const struct __offloadcc_entry *entry = descriptor->__offloadcc_entries;
    for (; entry != descriptor->__offloadcc_entries_end; entry++) {
        const char *start = entry->__offloadcc_address;
        if (address >= start && address < start + entry->__offloadcc_size) {
            *(struct variable *)found = (struct variable){unit, entry};
            return true;
        }
    }
    return false;
}

// Also where the host runs the kernels: a program that stops with a device stops without one.
static struct variable find(const struct subject *subject, const char *address, size_t bytes) {
    struct variable variable;
    if (!__offloadcc_each_unit(find_in_unit, address, &variable))
        __offloadcc_stop_about(subject,
                               "%p is not in a device variable; those are marked offload_global, "
                               "not const, and defined in a file with kernels",
                               (const void *)address);
    const char *start = variable.entry->__offloadcc_address;
    size_t offset = (size_t)(address - start), size = variable.entry->__offloadcc_size;
    if (bytes > size - offset)
        __offloadcc_stop_about(subject,
                               "%zu bytes from byte %zu on go beyond the end of device variable "
                               "'%s', which has %zu",
                               bytes, offset, variable.entry->__offloadcc_name, size);
    return variable;
}

void __offloadcc_update(void *address, size_t count, size_t size, int to,
                        const struct offload_update *options, const char *file, unsigned int line) {
    struct subject subject = {file, line, to ? "offload_update_to" : "offload_update_from", NULL};
    size_t bytes = checked_bytes(&subject, count, size);
    struct variable variable = find(&subject, address, bytes);
    int devices = omp_get_num_devices();
    int device = __offloadcc_choose_device(&subject, devices, options->device);
    if (!bytes || !devices || device == devices ||
        !__offloadcc_device_serves(variable.unit, device))
        return;
    const void *start = variable.entry->__offloadcc_address;
    size_t offset = (size_t)((const char *)address - (const char *)start);
    void *copy = omp_get_mapped_ptr(start, device);
    int failed = !copy;
    if (copy && to)
        failed = omp_target_memcpy(copy, start, bytes, offset, offset, device, devices);
    else if (copy)
        failed = omp_target_memcpy((void *)start, copy, bytes, offset, offset, devices, device);
    if (failed)
        __offloadcc_stop_about(&subject, "device %d does not let its copy of '%s' be %s", device,
                               variable.entry->__offloadcc_name, to ? "written" : "read");
}
