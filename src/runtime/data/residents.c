#include "runtime/data/residents.h"

#include "offload.h"
#include "runtime/data/before.h"
#include "runtime/data/table.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/say/summary.h"

#include <string.h>

static bool is_array(const struct map_entry *entry) {
    return !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && entry->size > 0 && entry->start;
}

// Also true if the device uses the host's memory itself.
static bool is_mapped(const struct map_entry *entry, int device) {
    return __offloadcc_target.omp_get_mapped_ptr(entry->start, device) == entry->start ||
           __offloadcc_target.omp_target_is_present(entry->start, device) ||
           __offloadcc_target.omp_target_is_present((char *)entry->start + entry->size - 1, device);
}

// ---- What the compiler tells --------------------------------------------------------------------

enum { MOST_FACTS = 16 };

static _Thread_local struct {
    unsigned int count;
    bool is_full; // there were more
    struct {
        const void *start;
        unsigned int facts;
    } items[MOST_FACTS];
} told;

void __offloadcc_facts(const void *start, unsigned int facts) {
    told.is_full |= told.count == MOST_FACTS;
    if (told.is_full)
        return;
    told.items[told.count].start = start;
    told.items[told.count++].facts = facts;
}

static bool is_main_called_again;

void __offloadcc_before_main(void) {
    static bool has_begun;
    is_main_called_again |= has_begun;
    has_begun = true;
    if (is_main_called_again)
        __offloadcc_sync();
}

void __offloadcc_forget_facts(void) {
    told.count = 0;
    told.is_full = false;
}

// Of the array that an argument points to. An address may be the end of one array and the beginning
// of another.
static unsigned int facts_of(const struct map_entry *entry) {
    unsigned int facts = ~0u;
    bool is_known = false;
    for (unsigned int i = 0; i < told.count; i++)
        if (told.items[i].start == entry->base) {
            facts &= told.items[i].facts;
            is_known = true;
        }
    if (is_main_called_again)
        facts &= ~(unsigned int)FACT_ENCLOSED;
    return is_known && !told.is_full ? facts : 0;
}

// ---- Launches -----------------------------------------------------------------------------------

// Adds the arrays of a launch to the table. Returns whether all of them could be
// added.
static bool have_all(const struct __offloadcc_entries *entries, int device) {
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (entry->is_held || entry->type & MAP_PTR_AND_OBJ)
            return false;
        if (!is_array(entry))
            continue;
        struct resident *resident = __offloadcc_have_resident(
            (uintptr_t)entry->start, (size_t)entry->size, device, facts_of(entry));
        if (!resident || (resident->may_be_mapped && is_mapped(entry, device)))
            return false;
    }
    // One that was added last may have absorbed others.
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (is_array(entry) &&
            !__offloadcc_find_resident((uintptr_t)entry->start, (size_t)entry->size, device))
            return false;
    }
    return true;
}

static void enter(const struct __offloadcc_kernel *kernel, struct map_entry *entry, int device) {
    uintptr_t start = (uintptr_t)entry->start;
    size_t bytes = (size_t)entry->size;
    struct resident *resident = __offloadcc_find_resident(start, bytes, device);
    resident->kernel = kernel;
    resident->name = kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name;
    resident->may_be_mapped = false;
    resident->is_enclosed |= (facts_of(entry) & FACT_ENCLOSED) != 0;
    resident->launch = __offloadcc_residents.launches;
    resident->fetches = resident->fetches > 1;
    resident->running++;
    __offloadcc_return_memory(start, bytes, device);
    if (entry->type & MAP_TO) {
        if (__offloadcc_summary_is_on())
            __offloadcc_summary_add_stayed((long)bytes);
        __offloadcc_resident_send(resident, resident_part(resident, start, bytes));
    }
    entry->base = entry->start = (char *)resident->there + (start - resident->start);
    entry->type = MAP_TARGET_PARAM | MAP_LITERAL;
    entry->size = sizeof(void *);
}

bool __offloadcc_residents_enter(struct __offloadcc_entries *entries, int device,
                                 struct map_entry *originals) {
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    __offloadcc_residents.launches++;
    __offloadcc_residents.searches = 0;
    bool entered = have_all(entries, device);
    memcpy(originals, entries->items, entries->count * sizeof *originals);
    for (uint32_t i = 0; i < entries->count; i++) {
        struct map_entry *entry = &entries->items[i];
        if (!is_array(&originals[i]))
            continue;
        if (entered)
            enter(entries->kernel, entry, device);
        else
            __offloadcc_return_memory((uintptr_t)entry->start, (size_t)entry->size, -1);
    }
    __offloadcc_unlock_residents();
    return entered;
}

// With OFFLOADCC_RESIDENT=poison: what is old on the host gets other bytes there, so that host code
// without a check goes wrong.
static void poison(const struct resident *resident) {
    enum { BYTE = 0xdb };
    for (unsigned int i = 0; i < resident->old.count; i++) {
        struct stretch item = resident->old.items[i];
        memset((char *)resident->start + item.from, BYTE, item.to - item.from);
    }
}

void __offloadcc_residents_leave(const struct __offloadcc_entries *entries, int device,
                                 const struct map_entry *originals, bool stays) {
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &originals[i];
        if (!is_array(entry))
            continue;
        uintptr_t start = (uintptr_t)entry->start;
        size_t bytes = (size_t)entry->size;
        struct resident *resident = __offloadcc_find_resident(start, bytes, device);
        resident->running--;
        if (entry->type & MAP_FROM) {
            if (__offloadcc_summary_is_on())
                __offloadcc_summary_add_stayed((long)bytes);
            __offloadcc_spoil_memory(start, bytes, device);
            __offloadcc_resident_make_old(resident, resident_part(resident, start, bytes));
        }
        if (!stays) {
            __offloadcc_resident_fetch(resident, resident_whole(resident));
            __offloadcc_resident_make_stale(resident, resident_whole(resident));
            resident->may_be_mapped = true;
        } else if (__offloadcc_residents_are_poisoned()) {
            poison(resident);
        }
    }
    if (stays)
        __offloadcc_return_as_thread_ends();
    __offloadcc_unlock_residents();
}

void __offloadcc_residents_note_elsewhere(void) {
    __atomic_store_n(&__offloadcc_residents.were_elsewhere, true, __ATOMIC_RELAXED);
}

void __offloadcc_residents_note_writes(const struct __offloadcc_entries *entries) {
    __offloadcc_residents_note_elsewhere();
    if (!__offloadcc_residents.count)
        return;
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (is_array(entry) && entry->type & MAP_FROM)
            __offloadcc_spoil_memory((uintptr_t)entry->start, (size_t)entry->size, -1);
    }
    __offloadcc_unlock_residents();
}

void __offloadcc_residents_return(const void *start, size_t bytes, bool forgets) {
    if (!__atomic_load_n(&__offloadcc_residents.count, __ATOMIC_RELAXED))
        return;
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    __offloadcc_return_memory((uintptr_t)start, bytes, -1);
    __offloadcc_residents.were_elsewhere = true;
    for (unsigned int i = 0; forgets && i < __offloadcc_residents.count;)
        if (stretch_is_empty(
                resident_part(__offloadcc_residents.items[i], (uintptr_t)start, bytes)) ||
            __offloadcc_residents.items[i]->running)
            i++;
        else {
            __offloadcc_resident_fetch(__offloadcc_residents.items[i],
                                       resident_whole(__offloadcc_residents.items[i]));
            __offloadcc_forget_resident(i);
        }
    __offloadcc_unlock_residents();
}

static bool has_room(int device, size_t bytes) {
    void *there = __offloadcc_target.omp_target_alloc(bytes, device);
    if (there)
        __offloadcc_target.omp_target_free(there, device);
    return there;
}

bool __offloadcc_residents_give_way(int device, size_t bytes) {
    if (!__offloadcc_residents_are_there())
        return false;
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    bool is_full = !has_room(device, bytes);
    if (is_full)
        __offloadcc_make_room(true);
    __offloadcc_unlock_residents();
    return is_full;
}

// offload_sync().
void __offloadcc_sync(void) {
    if (!__offloadcc_residents_are_there())
        return;
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    __offloadcc_return_residents(true);
    __offloadcc_unlock_residents();
}
