// memory.c - device memory by hand: offload_malloc, offload_free and offload_memcpy.
//
// A table of all allocations says whose memory an address is, and finds what would go beyond it,
// also where no device is. Devices do not use the same addresses, nor the host's.
#include "runtime/data/ranges.h"

#include "offload.h"
#include "runtime/data/residents.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/mapped.h"
#include "runtime/process.h"
#include "runtime/say/stop.h"
#include "runtime/units/device.h"
#include "runtime/units/register.h"

#include <stdlib.h>
#include <string.h>

void *__offloadcc_malloc(size_t bytes, const struct offload_allocation *options, const char *file,
                         unsigned int line) {
    struct subject subject = {file, line, "offload_malloc", NULL};
    if (bytes > PTRDIFF_MAX)
        __offloadcc_stop_about(&subject, "the size is %td bytes; was it negative, or too large?",
                               (ptrdiff_t)bytes);
    int device = __offloadcc_choose_device(&subject, __offloadcc_device_count(), options->device);
    bool on_device = __offloadcc_device_has_images(device);
    if (!bytes)
        return NULL;
    void *memory = on_device ? __offloadcc_target.omp_target_alloc(bytes, device) : malloc(bytes);
    if (!memory && on_device && __offloadcc_residents_give_way(device, bytes))
        memory = __offloadcc_target.omp_target_alloc(bytes, device);
    if (!memory)
        return NULL;
    struct range range = {
        .device = device,
        .start = (uintptr_t)memory,
        .bytes = bytes,
        .on_device = on_device,
        .file = file,
        .line = line,
    };
    __offloadcc_lock();
    __offloadcc_ranges_add(&__offloadcc_process()->allocated, &range);
    __offloadcc_unlock();
    return memory;
}

void __offloadcc_free(void *pointer, const char *text, const char *file, unsigned int line) {
    struct subject subject = {file, line, "offload_free", NULL};
    if (!pointer)
        return;
    __offloadcc_lock();
    struct range *range =
        __offloadcc_ranges_find(&__offloadcc_process()->allocated, 0, (uintptr_t)pointer, 1);
    if (!range)
        __offloadcc_stop_about(&subject,
                               "'%s' (%p) is not memory of offload_malloc, or was freed before; "
                               "free each address that offload_malloc returned once",
                               text, pointer);
    if (range->start != (uintptr_t)pointer)
        __offloadcc_stop_about(&subject,
                               "'%s' (%p) is inside the %zu bytes at %p that offload_malloc "
                               "returned at %s:%u; pass the address of the first byte",
                               text, pointer, range->bytes, (void *)range->start, range->file,
                               range->line);
    bool on_device = range->on_device;
    int device = range->device;
    __offloadcc_ranges_remove(&__offloadcc_process()->allocated, range);
    __offloadcc_unlock();
    if (!on_device)
        free(pointer);
    else if (__offloadcc_device_has_images(device)) // or it is gone, and its memory with it
        __offloadcc_target.omp_target_free(pointer, device);
}

// ---- Copies ------------------------------------------------------------------------------------

// One end of a copy.
struct place {
    const char *text;
    uintptr_t start;
    bool is_allocated;
    int device; // the host's number for its own memory
};

static struct place find_place(const struct subject *subject, const char *text, const void *address,
                               size_t bytes, int host) {
    struct place place = {.text = text, .start = (uintptr_t)address, .device = host};
    if (!address)
        __offloadcc_stop_about(
            subject,
            "'%s' is a null pointer; %zu bytes cannot be copied there; pass an address, or 0 bytes",
            text, bytes);
    const struct range *range =
        __offloadcc_ranges_find(&__offloadcc_process()->allocated, 0, place.start, bytes);
    if (!range)
        return place;
    if (!range_contains(range, place.start, bytes))
        __offloadcc_stop_about(subject,
                               "%zu bytes at '%s' (%p) are not within the %zu bytes at %p that "
                               "offload_malloc returned at %s:%u; copy only bytes within them",
                               bytes, text, address, range->bytes, (void *)range->start,
                               range->file, range->line);
    place.is_allocated = true;
    if (range->on_device)
        place.device = range->device;
    return place;
}

static void check_pair(const struct subject *subject, const struct place *to,
                       const struct place *from, size_t bytes) {
    if (!to->is_allocated && !from->is_allocated)
        __offloadcc_stop_about(
            subject,
            "neither '%s' (%p) nor '%s' (%p) is memory of offload_malloc; use memcpy between host "
            "arrays, and offload_update_to or offload_update_from for mapped arrays",
            to->text, (void *)to->start, from->text, (void *)from->start);
    bool overlap = to->start <= from->start ? from->start - to->start < bytes
                                            : to->start - from->start < bytes;
    if (overlap && to->device == from->device)
        __offloadcc_stop_about(
            subject,
            "%zu bytes at '%s' (%p) and at '%s' (%p) overlap; copy them to a separate buffer first",
            bytes, to->text, (void *)to->start, from->text, (void *)from->start);
}

void __offloadcc_beyond(size_t count, size_t size, size_t object, const char *text,
                        const char *file, unsigned int line) {
    struct subject subject = {file, line, NULL, NULL};
    if (size == 1) // offload_memcpy's too
        __offloadcc_stop_about(&subject,
                               "%zu bytes do not fit in '%s', which has room for only %zu", count,
                               text, object);
    __offloadcc_stop_about(&subject,
                           "%zu elements of %zu bytes do not fit in '%s', which has room for only "
                           "%zu; give the number of elements, not of bytes",
                           count, size, text, object / size);
}

void __offloadcc_memcpy(void *to, const void *from, size_t bytes, const char *to_text,
                        const char *from_text, const char *file, unsigned int line) {
    struct subject subject = {file, line, "offload_memcpy", NULL};
    if (bytes > PTRDIFF_MAX)
        __offloadcc_stop_about(&subject, "the size is %td bytes; was it negative, or too large?",
                               (ptrdiff_t)bytes);
    if (!bytes)
        return;
    int host = __offloadcc_device_count();
    __offloadcc_lock();
    struct place target = find_place(&subject, to_text, to, bytes, host);
    struct place source = find_place(&subject, from_text, from, bytes, host);
    __offloadcc_unlock();
    check_pair(&subject, &target, &source, bytes);
    if (target.device == host && source.device == host)
        memcpy(to, from, bytes);
    else if (__offloadcc_target.omp_target_memcpy(to, from, bytes, 0, 0, target.device,
                                                  source.device))
        __offloadcc_stop_about(&subject, "%zu bytes cannot be copied from '%s' to '%s'", bytes,
                               from_text, to_text);
}
