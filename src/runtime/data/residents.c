#include "runtime/data/residents.h"

#include "runtime/data/before.h"
#include "runtime/data/stretches.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"
#include "runtime/say/summary.h"
#include "runtime/units/register.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A resident, and the launch parameter that it was passed for last.
struct resident {
    uintptr_t start;
    size_t bytes;
    int device;
    void *there;            // its copy on the device
    struct stretches old;   // bytes that are old on the host
    struct stretches stale; // bytes that are old on the device
    bool may_be_mapped;     // unseen code has run since it was asked whether others map it
    unsigned int running;   // the number of launches that use it now
    unsigned int fetches;   // how often it was fetched since the last launch
    unsigned long launch;   // the number of the last launch that used it
    const struct __offloadcc_kernel *kernel;
    const char *name;
};

// The table is short, since programs pass launches few arrays. So it is searched from end to end.
enum { MOST_RESIDENTS = 256 };

static struct {
    pthread_mutex_t mutex;
    struct resident *items[MOST_RESIDENTS];
    unsigned int count;
    unsigned long launches; // the number of launches so far
    // The number of searches by host code since the last launch that found nothing to do. If they
    // take longer than copying everything would, all residents come back: then there are no more.
    size_t searches;
    bool is_closed_later; // close_residents will be called
} table = {.mutex = PTHREAD_MUTEX_INITIALIZER};

struct __offloadcc_out __offloadcc_out;

enum { ON = 1, OFF = 2, POISON = 3 };

static int read_mode(void) {
    const char *value = getenv("OFFLOADCC_RESIDENT");
    if (value && strcmp(value, "poison") == 0)
        return POISON;
    if (value && strcmp(value, "off") == 0)
        return OFF;
    if (value && *value && strcmp(value, "on") != 0)
        fprintf(stderr,
                "offloadcc: warning: unknown value '%s' of OFFLOADCC_RESIDENT; expected 'on', "
                "'off' or 'poison'\n",
                value);
    return ON;
}

static int mode(void) {
    static int known;
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!answer) {
        answer = read_mode();
        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }
    return answer;
}

bool __offloadcc_residents_are_on(void) {
    return mode() != OFF;
}

bool __offloadcc_residents_are_there(void) {
    return __atomic_load_n(&table.count, __ATOMIC_RELAXED) != 0;
}

// ---- Copies ------------------------------------------------------------------------------------

static struct stretch whole(const struct resident *resident) {
    return (struct stretch){0, resident->bytes};
}

// The bytes of a resident that are in this memory.
static struct stretch part_in(const struct resident *resident, uintptr_t start, size_t bytes) {
    uintptr_t end = bytes > UINTPTR_MAX - start ? UINTPTR_MAX : start + bytes;
    uintptr_t from = start > resident->start ? start - resident->start : 0;
    uintptr_t to = end > resident->start ? end - resident->start : 0;
    return stretch_common((struct stretch){from, to}, whole(resident));
}

static bool is_kept(const struct resident *resident) {
    return !__offloadcc_stretches_have_all(&resident->stale, whole(resident));
}

// Generated code reads the counts without the mutex. A thread that may look at a resident's memory
// has waited for the launch that made it one.
static void count_out(void) {
    struct __offloadcc_out out = {0, 0};
    for (unsigned int i = 0; i < table.count; i++) {
        out.old += table.items[i]->old.count != 0;
        out.kept += is_kept(table.items[i]);
    }
    __atomic_store_n(&__offloadcc_out.old, out.old, __ATOMIC_RELAXED);
    __atomic_store_n(&__offloadcc_out.kept, out.kept, __ATOMIC_RELAXED);
}

static void copy(const struct resident *resident, struct stretch part, bool to_device) {
    size_t bytes = part.to - part.from;
    int host = __offloadcc_device_count(), device = resident->device;
    void *here = (void *)resident->start;
    int failed = to_device
                     ? __offloadcc_target.omp_target_memcpy(resident->there, here, bytes, part.from,
                                                            part.from, device, host)
                     : __offloadcc_target.omp_target_memcpy(here, resident->there, bytes, part.from,
                                                            part.from, host, device);
    if (failed)
        __offloadcc_stop(resident->kernel, "%zu bytes of '%s' cannot be copied %s device %d", bytes,
                         resident->name, to_device ? "to" : "from", device);
    if (__offloadcc_summary_is_on())
        __offloadcc_summary_add(&(struct copy_event){
            .what = resident->kernel->__offloadcc_name,
            .file = resident->kernel->__offloadcc_file,
            .line = resident->kernel->__offloadcc_line,
            .name = resident->name,
            .to_device = to_device,
            .bytes = bytes,
        });
}

// The part of `from` around `part` that is fetched for it. Host code that reads an array bit by bit
// gets more each time, and soon all.
static struct stretch widened(const struct resident *resident, struct stretch from,
                              struct stretch part) {
    enum { FIRST = 4096, SHIFT = 4 };
    if (!resident->fetches)
        return part;
    unsigned int shift = SHIFT * (resident->fetches - 1);
    size_t least = shift < 32 ? (size_t)FIRST << shift : SIZE_MAX;
    if (least >= from.to - from.from)
        return from;
    if (part.to - part.from < least)
        part.to = from.to - part.from < least ? from.to : part.from + least;
    return part;
}

// What is old in a part of the host's array comes back.
static void fetch(struct resident *resident, struct stretch part) {
    bool fetched = false;
    for (unsigned int i = 0; i < resident->old.count;) {
        struct stretch item = resident->old.items[i], common = stretch_common(item, part);
        if (stretch_is_empty(common)) {
            i++;
            continue;
        }
        common = widened(resident, item, common);
        if (!__offloadcc_stretches_remove(&resident->old, common)) {
            common = item;
            __offloadcc_stretches_remove(&resident->old, common);
        }
        copy(resident, common, false);
        fetched = true;
        i = 0;
    }
    resident->fetches += fetched;
}

// What is old in a part of the device's copy is copied there.
static void send(struct resident *resident, struct stretch part) {
    for (unsigned int i = 0; i < resident->stale.count;) {
        struct stretch item = resident->stale.items[i], common = stretch_common(item, part);
        if (stretch_is_empty(common)) {
            i++;
            continue;
        }
        if (!__offloadcc_stretches_remove(&resident->stale, common)) {
            common = item;
            __offloadcc_stretches_remove(&resident->stale, common);
        }
        copy(resident, common, true);
        i = 0;
    }
}

// A kernel has written a part.
static void make_old(struct resident *resident, struct stretch part) {
    if (!__offloadcc_stretches_remove(&resident->stale, part)) {
        send(resident, (struct stretch){0, part.from});
        __offloadcc_stretches_remove(&resident->stale, part);
    }
    while (!__offloadcc_stretches_add(&resident->old, part))
        fetch(resident, resident->old.items[0]);
}

// Other code may write a part, of which nothing is old on the host.
static void make_stale(struct resident *resident, struct stretch part) {
    if (__offloadcc_stretches_add(&resident->stale, part))
        return;
    fetch(resident, whole(resident));
    resident->stale = (struct stretches){1, {whole(resident)}};
}

// ---- The table ---------------------------------------------------------------------------------

static void forget(unsigned int index) {
    struct resident *resident = table.items[index];
    __offloadcc_target.omp_target_free(resident->there, resident->device);
    free(resident);
    table.items[index] = table.items[--table.count];
}

// Makes room in the table and on devices: all residents end that no launch uses now, or the one
// that was used longest ago.
static void make_room(bool all) {
    unsigned int oldest = MOST_RESIDENTS;
    for (unsigned int i = 0; i < table.count;) {
        struct resident *resident = table.items[i];
        bool is_free = !resident->running;
        if (is_free && all) {
            fetch(resident, whole(resident));
            forget(i);
            continue;
        }
        if (is_free && (oldest == MOST_RESIDENTS || resident->launch < table.items[oldest]->launch))
            oldest = i;
        i++;
    }
    if (all || oldest == MOST_RESIDENTS)
        return;
    fetch(table.items[oldest], whole(table.items[oldest]));
    forget(oldest);
}

static struct resident *find_whole(uintptr_t start, size_t bytes, int device) {
    for (unsigned int i = 0; i < table.count; i++) {
        struct resident *resident = table.items[i];
        if (resident->device == device && start >= resident->start &&
            start - resident->start <= resident->bytes &&
            bytes <= resident->bytes - (start - resident->start))
            return resident;
    }
    return NULL;
}

// Ends the residents on a device that overlap this memory. If the device's copy of one is not old
// everywhere, *start and *bytes are widened to contain that resident. Returns false if a running
// launch uses one of them.
static bool absorb(uintptr_t *start, size_t *bytes, int device) {
    for (unsigned int i = 0; i < table.count;) {
        struct resident *resident = table.items[i];
        if (resident->device != device || stretch_is_empty(part_in(resident, *start, *bytes))) {
            i++;
            continue;
        }
        if (resident->running)
            return false;
        uintptr_t end = *start + *bytes, other_end = resident->start + resident->bytes;
        bool widens = is_kept(resident);
        if (widens && resident->start < *start)
            *start = resident->start;
        *bytes = (widens && other_end > end ? other_end : end) - *start;
        fetch(resident, whole(resident));
        forget(i);
        i = 0;
    }
    return true;
}

extern void *__dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

// As the program ends or the library is closed, before its images are: everything has come back.
static void close_residents(void *unused) {
    (void)unused;
    pthread_mutex_lock(&table.mutex);
    while (table.count)
        forget(table.count - 1);
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

// Returns the resident that contains all of this memory. Adds it if necessary. Returns NULL if a
// running launch uses a part of the memory, or if the table or the device is full.
static struct resident *have_resident(uintptr_t start, size_t bytes, int device) {
    struct resident *found = find_whole(start, bytes, device);
    if (found || !absorb(&start, &bytes, device))
        return found;
    if (table.count == MOST_RESIDENTS)
        make_room(false);
    if (table.count == MOST_RESIDENTS)
        return NULL;
    void *there = __offloadcc_target.omp_target_alloc(bytes, device);
    if (!there) {
        make_room(true);
        there = __offloadcc_target.omp_target_alloc(bytes, device);
    }
    if (!there)
        return NULL;
    if (!table.is_closed_later)
        table.is_closed_later = __cxa_atexit(close_residents, NULL, &__dso_handle) == 0;
    struct resident *resident = __offloadcc_allocate(1, sizeof *resident);
    *resident = (struct resident){.start = start,
                                  .bytes = bytes,
                                  .device = device,
                                  .there = there,
                                  .stale = {1, {{0, bytes}}},
                                  .may_be_mapped = true};
    table.items[table.count++] = resident;
    return resident;
}

// Brings back what is in this memory. `but`: not what is on this device; -1: on any.
static void return_memory(uintptr_t start, size_t bytes, int but) {
    for (unsigned int i = 0; i < table.count; i++)
        if (table.items[i]->device != but)
            fetch(table.items[i], part_in(table.items[i], start, bytes));
}

static void spoil_memory(uintptr_t start, size_t bytes, int but) {
    for (unsigned int i = 0; i < table.count; i++)
        if (table.items[i]->device != but)
            make_stale(table.items[i], part_in(table.items[i], start, bytes));
}

// ---- Launches ----------------------------------------------------------------------------------

static bool is_array(const struct map_entry *entry) {
    return !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && entry->size > 0 && entry->start;
}

// Also true if the device uses the host's memory itself.
static bool is_mapped(const struct map_entry *entry, int device) {
    return __offloadcc_target.omp_get_mapped_ptr(entry->start, device) == entry->start ||
           __offloadcc_target.omp_target_is_present(entry->start, device) ||
           __offloadcc_target.omp_target_is_present((char *)entry->start + entry->size - 1, device);
}

// Adds the arrays of a launch to the table. Returns whether all of them could be added.
static bool have_all(const struct __offloadcc_entries *entries, int device) {
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (entry->is_held || entry->type & MAP_PTR_AND_OBJ)
            return false;
        if (!is_array(entry))
            continue;
        struct resident *resident =
            have_resident((uintptr_t)entry->start, (size_t)entry->size, device);
        if (!resident || (resident->may_be_mapped && is_mapped(entry, device)))
            return false;
    }
    // One that was added last may have absorbed others.
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (is_array(entry) && !find_whole((uintptr_t)entry->start, (size_t)entry->size, device))
            return false;
    }
    return true;
}

static void enter(const struct __offloadcc_kernel *kernel, struct map_entry *entry, int device) {
    uintptr_t start = (uintptr_t)entry->start;
    size_t bytes = (size_t)entry->size;
    struct resident *resident = find_whole(start, bytes, device);
    resident->kernel = kernel;
    resident->name = kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name;
    resident->may_be_mapped = false;
    resident->launch = table.launches;
    resident->fetches = 0;
    resident->running++;
    if (entry->type & MAP_TO) {
        return_memory(start, bytes, device);
        send(resident, part_in(resident, start, bytes));
    }
    entry->base = entry->start = (char *)resident->there + (start - resident->start);
    entry->type = MAP_TARGET_PARAM | MAP_LITERAL;
    entry->size = sizeof(void *);
}

bool __offloadcc_residents_enter(struct __offloadcc_entries *entries, int device,
                                 struct map_entry *originals) {
    pthread_mutex_lock(&table.mutex);
    table.launches++;
    table.searches = 0;
    bool entered = have_all(entries, device);
    memcpy(originals, entries->items, entries->count * sizeof *originals);
    for (uint32_t i = 0; i < entries->count; i++) {
        struct map_entry *entry = &entries->items[i];
        if (!is_array(&originals[i]))
            continue;
        if (entered)
            enter(entries->kernel, entry, device);
        else
            return_memory((uintptr_t)entry->start, (size_t)entry->size, -1);
    }
    count_out();
    pthread_mutex_unlock(&table.mutex);
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
    pthread_mutex_lock(&table.mutex);
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &originals[i];
        if (!is_array(entry))
            continue;
        uintptr_t start = (uintptr_t)entry->start;
        size_t bytes = (size_t)entry->size;
        struct resident *resident = find_whole(start, bytes, device);
        resident->running--;
        if (entry->type & MAP_FROM) {
            spoil_memory(start, bytes, device);
            make_old(resident, part_in(resident, start, bytes));
        }
        if (!stays) {
            fetch(resident, whole(resident));
            make_stale(resident, whole(resident));
            resident->may_be_mapped = true;
        } else if (mode() == POISON) {
            poison(resident);
        }
    }
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

void __offloadcc_residents_note_writes(const struct __offloadcc_entries *entries) {
    if (!table.count)
        return;
    pthread_mutex_lock(&table.mutex);
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (is_array(entry) && entry->type & MAP_FROM)
            spoil_memory((uintptr_t)entry->start, (size_t)entry->size, -1);
    }
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

void __offloadcc_residents_return(const void *start, size_t bytes, bool forgets) {
    if (!__atomic_load_n(&table.count, __ATOMIC_RELAXED))
        return;
    pthread_mutex_lock(&table.mutex);
    return_memory((uintptr_t)start, bytes, -1);
    for (unsigned int i = 0; forgets && i < table.count;)
        if (stretch_is_empty(part_in(table.items[i], (uintptr_t)start, bytes)) ||
            table.items[i]->running)
            i++;
        else {
            fetch(table.items[i], whole(table.items[i]));
            forget(i);
        }
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

// ---- Before host code --------------------------------------------------------------------------

static void return_all(void) {
    for (unsigned int i = 0; i < table.count; i++) {
        struct resident *resident = table.items[i];
        fetch(resident, whole(resident));
        resident->stale = (struct stretches){1, {whole(resident)}};
        resident->may_be_mapped = true;
    }
}

// Counts a search that found nothing, and ends searching where it has cost as much as copies would.
// With OFFLOADCC_RESIDENT=poison it goes on, so that no missing check is hidden.
static void note_search(void) {
    enum { FREE_SEARCHES = 1024, BYTES_A_SEARCH = 1024 };
    size_t bytes = 0;
    if (++table.searches < FREE_SEARCHES || mode() == POISON)
        return;
    for (unsigned int i = 0; i < table.count; i++)
        bytes += table.items[i]->bytes;
    if ((table.searches - FREE_SEARCHES) > bytes / BYTES_A_SEARCH)
        return_all();
}

enum access { READS, WRITES, OVERWRITES };

static bool is_done(const struct resident *resident, struct stretch part, enum access access) {
    return __offloadcc_stretches_have_none(&resident->old, part) &&
           (access == READS || __offloadcc_stretches_have_all(&resident->stale, part));
}

// Returns whether there was something to do.
static bool prepare(uintptr_t start, size_t bytes, enum access access) {
    bool found = false;
    for (unsigned int i = 0; i < table.count; i++) {
        struct resident *resident = table.items[i];
        struct stretch part = part_in(resident, start, bytes);
        if (is_done(resident, part, access))
            continue;
        found = true;
        if (access != OVERWRITES || !__offloadcc_stretches_remove(&resident->old, part))
            fetch(resident, part);
        if (access != READS)
            make_stale(resident, part);
    }
    return found;
}

static void look_at(uintptr_t start, size_t bytes, enum access access) {
    pthread_mutex_lock(&table.mutex);
    if (!prepare(start, bytes, access))
        note_search();
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

void __offloadcc_before_read(const void *start, size_t bytes) {
    look_at((uintptr_t)start, bytes, READS);
}

void __offloadcc_before_write(const void *start, size_t bytes) {
    look_at((uintptr_t)start, bytes, WRITES);
}

void __offloadcc_before_overwrite(const void *start, size_t bytes) {
    look_at((uintptr_t)start, bytes, OVERWRITES);
}

// The bytes from an address to the next resident that begins after it, or SIZE_MAX.
static size_t bytes_before_next(uintptr_t start) {
    size_t bytes = SIZE_MAX;
    for (unsigned int i = 0; i < table.count; i++)
        if (table.items[i]->start > start && table.items[i]->start - start < bytes)
            bytes = table.items[i]->start - start;
    return bytes;
}

// The string may go on in residents: what is read to find its end has come back before.
void __offloadcc_before_string(const char *start) {
    pthread_mutex_lock(&table.mutex);
    for (const char *at = start; at;) {
        const struct resident *inside = NULL;
        for (unsigned int i = 0; i < table.count && !inside; i++)
            if ((uintptr_t)at - table.items[i]->start < table.items[i]->bytes)
                inside = table.items[i];
        size_t bytes = inside ? inside->bytes - ((uintptr_t)at - inside->start)
                              : bytes_before_next((uintptr_t)at);
        if (inside)
            prepare((uintptr_t)at, bytes, READS);
        if (bytes == SIZE_MAX)
            break;
        size_t length = strnlen(at, bytes);
        at = length == bytes ? at + bytes : NULL;
    }
    note_search();
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

// The sums are exact, and so the addresses, if they stay within 64 bits. Where they do not, any
// address is possible.
static void look_at_loops(const void *start, size_t bytes, const long steps[3],
                          const unsigned long turns[3], enum access access) {
    __int128 from = (uintptr_t)start, to = from + (__int128)bytes, end = (__int128)1 << 64;
    bool is_known = to <= end;
    for (unsigned int d = 0; d < 3 && is_known; d++) {
        __int128 distance = (__int128)steps[d] * turns[d]; // less than 2^127
        if (distance < 0)
            from += distance;
        else
            to += distance;
        is_known = from >= 0 && to <= end;
    }
    if (is_known)
        look_at((uintptr_t)from, (size_t)(to - from), access);
    else
        look_at(0, SIZE_MAX, access);
}

void __offloadcc_before_read_loops(const void *start, size_t bytes, long step0,
                                   unsigned long turns0, long step1, unsigned long turns1,
                                   long step2, unsigned long turns2) {
    look_at_loops(start, bytes, (long[]){step0, step1, step2},
                  (unsigned long[]){turns0, turns1, turns2}, READS);
}

void __offloadcc_before_write_loops(const void *start, size_t bytes, long step0,
                                    unsigned long turns0, long step1, unsigned long turns1,
                                    long step2, unsigned long turns2) {
    look_at_loops(start, bytes, (long[]){step0, step1, step2},
                  (unsigned long[]){turns0, turns1, turns2}, WRITES);
}

void __offloadcc_before_unseen(void) {
    pthread_mutex_lock(&table.mutex);
    return_all();
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

// A resident that is partly elsewhere, as one that absorbed another may be, goes on there.
static void end_memory(uintptr_t start, size_t bytes) {
    for (unsigned int i = 0; i < table.count;) {
        struct resident *resident = table.items[i];
        struct stretch part = part_in(resident, start, bytes);
        bool is_whole = part.from == 0 && part.to == resident->bytes;
        if (stretch_is_empty(part) || (is_whole && resident->running)) {
            i++;
        } else if (is_whole) {
            forget(i);
            i = 0;
        } else {
            if (!__offloadcc_stretches_remove(&resident->old, part))
                fetch(resident, part);
            make_stale(resident, part);
            i++;
        }
    }
}

void __offloadcc_before_end(const void *start, size_t bytes) {
    pthread_mutex_lock(&table.mutex);
    end_memory((uintptr_t)start, bytes);
    count_out();
    pthread_mutex_unlock(&table.mutex);
}

// Whether malloc_usable_size is about what free frees: a program may have another malloc.
static bool knows_sizes(void) {
    static int known;
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!answer) {
        Dl_info freeing, sizing;
        bool same = dladdr((void *)free, &freeing) && dladdr((void *)malloc_usable_size, &sizing) &&
                    freeing.dli_fbase == sizing.dli_fbase;
        answer = same ? 1 : 2;
        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }
    return answer == 1;
}

void __offloadcc_before_free(const void *start) {
    if (!start)
        return;
    if (knows_sizes())
        __offloadcc_before_end(start, malloc_usable_size((void *)start));
    else
        __offloadcc_before_unseen();
}
