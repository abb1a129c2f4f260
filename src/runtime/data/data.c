// data.c - data regions: what is mapped for longer than a launch, and what launches find there.
//
// libomptarget counts references itself, and ends the program where a stretch overlaps in part with
// what is mapped. Our own table has the same counts, so that we can say what is wrong and where,
// and so that the same programs stop where no device is. A stretch is on the device if one of the
// program's images serves it when the stretch is mapped first. A kernel of a unit that has no
// image for the device runs on the CPU all the same: on a copy of what is on the device.
#include "runtime/data/data.h"

#include "offload.h"
#include "runtime/data/attached.h"
#include "runtime/data/entries.h"
#include "runtime/data/foreign.h"
#include "runtime/data/ranges.h"
#include "runtime/data/residents.h"
#include "runtime/data/variables.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/mapped.h"
#include "runtime/process.h"
#include "runtime/say/summary.h"
#include "runtime/units/device.h"
#include "runtime/units/names.h"
#include "runtime/units/register.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ITEMS = sizeof((struct __offloadcc_region *)0)->__items / sizeof(struct __offloadcc_item)
};

// What an item maps.
struct part {
    const char *text;
    uintptr_t start;
    size_t bytes;
    int64_t directions;
};

struct parts {
    int device;
    unsigned int count;
    struct part items[MAX_ITEMS];
};

// What libomptarget is told, in one call.
struct batch {
    const struct subject *subject;
    int32_t count;
    void *pointers[MAX_ITEMS], *names[MAX_ITEMS];
    int64_t sizes[MAX_ITEMS], types[MAX_ITEMS];
};

size_t __offloadcc_checked_bytes(const struct subject *subject, const char *text,
                                 const volatile void *address, size_t count, size_t size) {
    size_t bytes;
    if (count > PTRDIFF_MAX)
        __offloadcc_stop_about(subject, "the count of '%s' is %td; a count must be 0 or more", text,
                               (ptrdiff_t)count);
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX ||
        bytes > UINTPTR_MAX - (uintptr_t)address)
        __offloadcc_stop_about(subject,
                               "'%s': %zu elements of %zu bytes do not fit in memory; give the "
                               "number of elements that it has",
                               text, count, size);
    if (!address && bytes)
        __offloadcc_stop_about(subject,
                               "'%s' is a null pointer, but its count makes it %zu bytes; pass an "
                               "array of that size, or make the count 0",
                               text, bytes);
    return bytes;
}

// ---- Items -------------------------------------------------------------------------------------

static bool parts_overlap(const struct part *a, const struct part *b) {
    return a->start <= b->start ? b->start - a->start < a->bytes : a->start - b->start < b->bytes;
}

// Two items for the same stretch are one, in both directions: libomptarget would lose one of them.
static void add_part(const struct subject *subject, struct parts *parts, const struct part *part) {
    for (unsigned int i = 0; i < parts->count; i++) {
        struct part *other = &parts->items[i];
        if (!parts_overlap(other, part))
            continue;
        if (other->start != part->start || other->bytes != part->bytes)
            __offloadcc_stop_about(subject,
                                   "'%s' (%zu bytes at %p) and '%s' (%zu bytes at %p) overlap; "
                                   "give one item that covers both",
                                   other->text, other->bytes, (void *)other->start, part->text,
                                   part->bytes, (void *)part->start);
        other->directions |= part->directions;
        return;
    }
    parts->items[parts->count++] = *part;
}

static void check_kind(const struct subject *subject, const struct part *part) {
    if (__offloadcc_is_variable((const char *)part->start))
        __offloadcc_stop_about(subject,
                               "'%s' is a device variable, which has a copy on each device "
                               "already; use offload_update_to and offload_update_from",
                               part->text);
    if (ranges_are_empty(&__offloadcc_process()->allocated))
        return;
    __offloadcc_lock();
    if (__offloadcc_ranges_find(&__offloadcc_process()->allocated, 0, part->start, part->bytes))
        __offloadcc_stop_about(subject,
                               "'%s' is memory of offload_malloc, which is already on the device; "
                               "pass it to parameters marked offload_device_ptr",
                               part->text);
    __offloadcc_unlock();
}

static struct subject about(const struct __offloadcc_region *region, const char *what) {
    return (struct subject){region->__file, region->__line, what, NULL};
}

// Whether there is an item of this number. A number in its place, such as the result of a function
// that C89 did not ask to be declared, has initialised the count.
static bool is_item(const struct subject *subject, const struct __offloadcc_region *region, int i) {
    const struct __offloadcc_item *item = &region->__items[i];
    if (!item->__text && (item->__count || i == 0))
        __offloadcc_stop_about(
            subject,
            "item %d is not offload_to, offload_from, offload_tofrom or offload_alloc; write each "
            "item with a pointer and a number of elements: offload_to(x, n)",
            i + 1);
    return item->__text;
}

static void read_items(const struct subject *subject, const struct __offloadcc_region *region,
                       struct parts *parts) {
    parts->count = 0;
    parts->device = __offloadcc_choose_device(subject, __offloadcc_device_count(), region->device);
    for (int i = 0; i < MAX_ITEMS && is_item(subject, region, i); i++) {
        const struct __offloadcc_item *item = &region->__items[i];
        struct part part = {
            .text = item->__text,
            .start = (uintptr_t)item->__address,
            .bytes = __offloadcc_checked_bytes(subject, item->__text, item->__address,
                                               item->__count, item->__size),
            .directions = item->__direction,
        };
        if (!part.bytes)
            continue;
        check_kind(subject, &part);
        add_part(subject, parts, &part);
    }
}

static void add_to_batch(struct batch *batch, const struct part *part) {
    batch->pointers[batch->count] = (void *)part->start;
    batch->names[batch->count] =
        __offloadcc_name_for_target(part->text, batch->subject->file, batch->subject->line);
    batch->sizes[batch->count] = (int64_t)part->bytes;
    batch->types[batch->count++] = part->directions;
}

// What libomptarget maps, it has to have memory for: if not, it ends the program.
static void make_room(int device, const struct batch *batch) {
    size_t bytes = 0;
    for (int32_t i = 0; i < batch->count; i++)
        bytes += (size_t)batch->sizes[i];
    if (bytes >= OC_LARGE)
        __offloadcc_residents_give_way(device, bytes);
}

static void run_batch(target_data_fn *function, int device, struct batch *batch) {
    const struct subject *subject = batch->subject;
    struct source_location location;
    function((void *)__offloadcc_place_for_target(&location, subject->file, subject->line,
                                                  subject->what),
             device, batch->count, batch->pointers, batch->pointers, batch->sizes, batch->types,
             __offloadcc_names_are_wanted() ? batch->names : NULL, NULL);
}

static void count_copy(const struct subject *subject, const char *text, size_t bytes,
                       bool to_device) {
    if (__offloadcc_summary_is_on())
        __offloadcc_summary_add(&(struct copy_event){subject->what, subject->file, subject->line,
                                                     text, to_device, false, bytes});
}

// ---- Begin and end -----------------------------------------------------------------------------

static struct range *find_mapped(int device, uintptr_t start, size_t bytes) {
    return __offloadcc_ranges_find(&__offloadcc_process()->mapped, device, start, bytes);
}

// The mapped stretch that holds this one. It ends the program where only a part is mapped.
static struct range *find_whole(const struct subject *subject, int device, const char *text,
                                uintptr_t start, size_t bytes) {
    struct range *range = find_mapped(device, start, bytes);
    bool starts_before = range && start < range->start;
    if (range && !range_contains(range, start, bytes))
        __offloadcc_stop_about(
            subject,
            "only a part of '%s' is mapped: %s:%u maps %zu bytes, and these %zu bytes %s %zu bytes "
            "%s; map all of them there, or name only mapped ones here",
            text, range->file, range->line, range->bytes, bytes, starts_before ? "begin" : "end",
            starts_before ? range->start - start : start + bytes - (range->start + range->bytes),
            starts_before ? "before their beginning" : "after their end");
    return range;
}

static void check_unmapped(const struct subject *subject, int device, const struct part *part) {
    if (__offloadcc_is_mapped_in_part((void *)part->start, part->bytes, device))
        __offloadcc_stop_about(subject,
                               "only a part of '%s' (%zu bytes at %p) is mapped on device %d, by "
                               "'#pragma omp target data' or the like, not by offload_data; map "
                               "all of it there, or name only the mapped part here",
                               part->text, part->bytes, (void *)part->start, device);
}

// One more reference to what is there, before another thread takes the last.
static void hold(const struct subject *subject, const struct range *range,
                 const struct part *part) {
    struct batch batch = {.subject = subject};
    add_to_batch(&batch, part);
    run_batch(__offloadcc_target.__tgt_target_data_begin_mapper, range->device, &batch);
}

// What launches left on this or another device (residents.h).
static void return_residents(const struct parts *parts) {
    for (unsigned int i = 0; i < parts->count; i++)
        __offloadcc_residents_return((void *)parts->items[i].start, parts->items[i].bytes, true);
}

// `held`: until the end of an offload_data. Returns the device.
static int begin_mapping(const struct __offloadcc_region *region, const char *what, bool held) {
    struct subject subject = about(region, what);
    struct parts parts;
    struct batch batch = {.subject = &subject};
    read_items(&subject, region, &parts);
    bool on_device = __offloadcc_device_has_images(parts.device);
    return_residents(&parts);
    __offloadcc_lock();
    for (unsigned int i = 0; i < parts.count; i++) {
        const struct part *part = &parts.items[i];
        struct range *range =
            find_whole(&subject, parts.device, part->text, part->start, part->bytes);
        if (!range && on_device)
            check_unmapped(&subject, parts.device, part);
        if (!range)
            range =
                __offloadcc_ranges_add(&__offloadcc_process()->mapped, &(struct range){
                                                                           .space = parts.device,
                                                                           .device = parts.device,
                                                                           .start = part->start,
                                                                           .bytes = part->bytes,
                                                                           .on_device = on_device,
                                                                           .file = region->__file,
                                                                           .line = region->__line,
                                                                       });
        range->held += held;
        bool is_first = range->references++ == 0;
        if (is_first && range->on_device && part->directions & MAP_TO)
            count_copy(&subject, part->text, part->bytes, true);
        if (has_attached(range))
            hold(&subject, range, part);
        else if (range->on_device)
            add_to_batch(&batch, part);
    }
    __offloadcc_unlock();
    make_room(parts.device, &batch);
    if (batch.count)
        run_batch(__offloadcc_target.__tgt_target_data_begin_mapper, parts.device, &batch);
    return parts.device;
}

// As find_whole; waits for the launches that leave it to the last reference to copy back.
static struct range *find_ended(const struct subject *subject, int device,
                                const struct part *part) {
    struct __offloadcc_process *process = __offloadcc_process();
    struct range *range;
    while ((range = find_whole(subject, device, part->text, part->start, part->bytes)) &&
           range->references == 1 && range->launches)
        pthread_cond_wait(&process->launch_ended, &process->mapping);
    return range;
}

// What has pointers in it is copied back here, and not by libomptarget.
static void release_structs(const struct subject *subject, const struct range *range,
                            const struct part *part, bool copies, struct batch *batch) {
    struct part released = *part;
    released.directions &= ~(int64_t)MAP_FROM;
    if (copies)
        __offloadcc_copy_back(subject, part->text, range, part->start, part->bytes);
    add_to_batch(batch, &released);
}

// Gives back one reference to what a part is mapped by. The last one copies what the part says, so
// it has to be about all that is mapped.
static void release_part(const struct subject *subject, const struct parts *parts,
                         const struct part *part, bool held, bool has_device, struct batch *batch) {
    struct range *range = find_ended(subject, parts->device, part);
    if (!range)
        __offloadcc_stop_about(subject,
                               "'%s' (%zu bytes at %p) is not mapped; call offload_exit_data once "
                               "for each offload_enter_data",
                               part->text, part->bytes, (void *)part->start);
    if (!held && range->references == range->held)
        __offloadcc_stop_about(subject,
                               "'%s' (%zu bytes at %p, mapped at %s:%u) belongs to an offload_data "
                               "region, which releases it at its end; remove this "
                               "offload_exit_data, or map it by offload_enter_data too",
                               part->text, part->bytes, (void *)part->start, range->file,
                               range->line);
    range->held -= held;
    bool is_last = --range->references == 0, copies = is_last && part->directions & MAP_FROM;
    if (copies && part->bytes != range->bytes)
        __offloadcc_stop_about(
            subject,
            "'%s' is %zu of the %zu bytes that are mapped at %s:%u, and the last "
            "reference to them: the rest would not be copied back; end the "
            "mapping of the whole array last",
            part->text, part->bytes, range->bytes, range->file, range->line);
    if (range->on_device && has_device && copies)
        count_copy(subject, part->text, part->bytes, false);
    if (has_device && has_attached(range))
        release_structs(subject, range, part, copies, batch);
    else if (range->on_device && has_device)
        add_to_batch(batch, part);
    else if (range->on_device && copies)
        __offloadcc_stop_about(subject,
                               "'%s' cannot be copied back: device %d is closed already, as the "
                               "program ends or a library is unloaded; end the mapping before that",
                               part->text, parts->device);
    if (is_last)
        __offloadcc_ranges_remove(&__offloadcc_process()->mapped, range);
}

static void end_mapping(const struct __offloadcc_region *region, const char *what, bool held) {
    struct subject subject = about(region, what);
    struct parts parts;
    struct batch batch = {.subject = &subject};
    read_items(&subject, region, &parts);
    bool has_device = __offloadcc_device_has_images(parts.device);
    return_residents(&parts);
    __offloadcc_lock();
    for (unsigned int i = 0; i < parts.count; i++)
        release_part(&subject, &parts, &parts.items[i], held, has_device, &batch);
    __offloadcc_unlock();
    if (batch.count)
        run_batch(__offloadcc_target.__tgt_target_data_end_mapper, parts.device, &batch);
}

struct __offloadcc_region *__offloadcc_begin_data(struct __offloadcc_region *region) {
    // Kept: the default may be another at the end.
    region->device = begin_mapping(region, "offload_data", true);
    return region;
}

void __offloadcc_end_data(struct __offloadcc_region *region) {
    end_mapping(region, "end of offload_data", true);
}

void __offloadcc_enter_data(const struct __offloadcc_region *region) {
    begin_mapping(region, "offload_enter_data", false);
}

void __offloadcc_exit_data(const struct __offloadcc_region *region) {
    end_mapping(region, "offload_exit_data", false);
}

// ---- Updates -----------------------------------------------------------------------------------

bool __offloadcc_update_mapped(const struct subject *subject, const char *text, void *address,
                               size_t bytes, int device, int64_t direction) {
    __offloadcc_lock();
    struct range *range = find_whole(subject, device, text, (uintptr_t)address, bytes);
    bool is_mapped = range, on_device = range && range->on_device;
    if (on_device)
        count_copy(subject, text, bytes, direction & MAP_TO);
    bool copied = on_device && has_attached(range) && direction & MAP_FROM;
    if (copied)
        __offloadcc_copy_back(subject, text, range, (uintptr_t)address, bytes);
    __offloadcc_unlock();
    struct batch batch = {.subject = subject};
    add_to_batch(&batch, &(struct part){text, (uintptr_t)address, bytes, direction});
    if (on_device && !copied)
        run_batch(__offloadcc_target.__tgt_target_data_update_mapper, device, &batch);
    return is_mapped;
}

// ---- Launches ----------------------------------------------------------------------------------

// An array of the host's: libomptarget maps what is not mapped yet, but it cannot add to it.
// Returns what it is mapped by, or NULL.
static struct range *check_array(const struct __offloadcc_entries *entries,
                                 const struct map_entry *entry, int device) {
    uintptr_t start = (uintptr_t)entry->start;
    size_t bytes = (size_t)entry->size;
    struct range *range = find_mapped(device, start, bytes);
    if (range && !range_contains(range, start, bytes))
        __offloadcc_stop(
            entries->kernel,
            "parameter '%s' takes %zu bytes at %p, but only the %zu bytes at %p are mapped at "
            "%s:%u; map all that the kernel takes there, or end that mapping before the launch",
            __offloadcc_entry_name(entries, entry), bytes, entry->start, range->bytes,
            (void *)range->start, range->file, range->line);
    if (__offloadcc_ranges_find(&__offloadcc_process()->allocated, 0, start, bytes))
        __offloadcc_stop(
            entries->kernel,
            "parameter '%s' takes a host array, which the launch maps, but the argument is device "
            "memory of offload_malloc; mark the parameter offload_device_ptr",
            __offloadcc_entry_name(entries, entry));
    return range;
}

// Whether a host's address is not good where the kernel runs: the device has another for it.
// Without a device, and where a device shares the host's memory, the host's is what
// omp_get_mapped_ptr returns, too.
static bool is_moved(const struct range *mapped, void *value, int device, bool on_device) {
    if (!mapped || !mapped->on_device || !on_device)
        return false;
    void *there = __offloadcc_target.omp_get_mapped_ptr(value, device);
    return there && there != value;
}

// The address of device memory must be one of the place where the kernel runs.
static void check_device_pointer(const struct __offloadcc_kernel *kernel, uint32_t index,
                                 void *value, int device, bool on_device) {
    const char *name = kernel->__offloadcc_parameters[index].__offloadcc_name;
    const struct range *mapped = find_mapped(device, (uintptr_t)value, 1);
    if (is_moved(mapped, value, device, on_device))
        __offloadcc_stop(kernel,
                         "parameter '%s' is marked offload_device_ptr, but the argument is the "
                         "host's address of an array that is mapped at %s:%u; give the parameter a "
                         "bound instead of the mark, and the launch uses the mapped copy",
                         name, mapped->file, mapped->line);
    const struct range *range =
        __offloadcc_ranges_find(&__offloadcc_process()->allocated, 0, (uintptr_t)value, 1);
    if (!range || (range->on_device == on_device && (!on_device || range->device == device)))
        return;
    if (!on_device)
        __offloadcc_stop(kernel,
                         "parameter '%s' is memory of device %d (%s:%u), but the kernel runs on "
                         "the CPU: its file has no image for this device; compile it with the same "
                         "--offload-arch as the other files",
                         name, range->device, range->file, range->line);
    if (!range->on_device)
        __offloadcc_stop(kernel,
                         "parameter '%s' is memory of the host (offload_malloc at %s:%u), but the "
                         "kernel runs on device %d; give both the same .device",
                         name, range->file, range->line, device);
    __offloadcc_stop(kernel,
                     "parameter '%s' is memory of device %d (%s:%u), but the kernel runs on device "
                     "%d; give both the same .device",
                     name, range->device, range->file, range->line, device);
}

bool __offloadcc_is_mapped_whole(uintptr_t start, size_t bytes, int device, bool on_device) {
    __offloadcc_lock();
    const struct range *range = find_mapped(device, start, bytes);
    bool is_held = range && range_contains(range, start, bytes);
    __offloadcc_unlock();
    return is_held || (on_device && __offloadcc_others_hold((void *)start, bytes, device));
}

// What a launch on the device finds there with pointers in it. Structs are listed before what their
// pointers lead to, so this goes backwards.
static void use_structs(struct __offloadcc_entries *entries, int device) {
    for (uint32_t i = entries->count; i-- > 0;) {
        struct map_entry *entry = &entries->items[i];
        if (entry->type & (MAP_LITERAL | MAP_PRIVATE))
            continue;
        struct range *holder = entry->type & MAP_PTR_AND_OBJ
                                   ? find_mapped(device, (uintptr_t)entry->base, sizeof(void *))
                                   : NULL;
        if (holder && holder->on_device)
            __offloadcc_attach(holder, entry->base);
        struct range *range = find_mapped(device, (uintptr_t)entry->start, (size_t)entry->size);
        if (!range || !has_attached(range))
            continue;
        entry->type &= ~(int64_t)MAP_FROM;
        entry->is_used = true;
        range->launches++;
        entries->uses++;
    }
}

void __offloadcc_end_uses(const struct __offloadcc_entries *entries, int device) {
    if (!entries->uses)
        return;
    __offloadcc_lock();
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (entry->is_used)
            find_mapped(device, (uintptr_t)entry->start, (size_t)entry->size)->launches--;
    }
    pthread_cond_broadcast(&__offloadcc_process()->launch_ended);
    __offloadcc_unlock();
}

void __offloadcc_pass_device_memory(struct __offloadcc_entries *entries) {
    const struct __offloadcc_process *process = __offloadcc_process();
    if (ranges_are_empty(&process->allocated))
        return;
    __offloadcc_lock();
    for (uint32_t i = 0; i < entries->kernel->__offloadcc_count; i++) {
        struct map_entry *entry = &entries->items[i];
        uintptr_t start = (uintptr_t)entry->start;
        size_t bytes = (size_t)entry->size;
        if (entry->type & (MAP_LITERAL | MAP_PRIVATE) || !bytes)
            continue;
        const struct range *range = __offloadcc_ranges_find(&process->allocated, 0, start, bytes);
        if (!range)
            continue;
        if (!range_contains(range, start, bytes))
            __offloadcc_stop(entries->kernel,
                             "parameter '%s' takes %zu bytes at %p, but offload_malloc returned "
                             "only the %zu bytes at %p (%s:%u); pass fewer elements",
                             __offloadcc_entry_name(entries, entry), bytes, entry->start,
                             range->bytes, (void *)range->start, range->file, range->line);
        entry->type = MAP_TARGET_PARAM | MAP_LITERAL | MAP_IMPLICIT;
        entry->size = sizeof(void *);
        entries->arrays--; // still one of the others
    }
    __offloadcc_unlock();
}

void __offloadcc_check_residents(struct __offloadcc_entries *entries, int device, bool on_device) {
    const struct __offloadcc_process *process = __offloadcc_process();
    if (ranges_are_empty(&process->mapped) && ranges_are_empty(&process->allocated))
        return;
    bool has_structs = false;
    __offloadcc_lock();
    for (uint32_t i = 0; i < entries->count; i++) {
        struct map_entry *entry = &entries->items[i];
        if (entry->type & MAP_IMPLICIT)
            check_device_pointer(entries->kernel, entry->parameter, entry->start, device,
                                 on_device);
        if (entry->type & (MAP_LITERAL | MAP_PRIVATE))
            continue;
        const struct range *range = check_array(entries, entry, device);
        entry->is_held = range;
        entries->others -= range && i < entries->kernel->__offloadcc_count;
        has_structs |= entry->type & MAP_PTR_AND_OBJ || (range && has_attached(range));
    }
    if (on_device && has_structs)
        use_structs(entries, device);
    __offloadcc_unlock();
}
