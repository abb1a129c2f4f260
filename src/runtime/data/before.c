#include "runtime/data/before.h"

#include "runtime/data/residents.h"
#include "runtime/data/table.h"

#include <dlfcn.h>
#include <malloc.h>
#include <string.h>

// Counts a search that found nothing, and ends searching where it has cost as much as copies would.
// With OFFLOADCC_RESIDENT=poison it goes on, so that no missing check is hidden.
static void note_search(void) {
    enum { FREE_SEARCHES = 1024, BYTES_A_SEARCH = 1024 };
    size_t bytes = 0;
    if (++__offloadcc_residents.searches < FREE_SEARCHES || __offloadcc_residents_are_poisoned())
        return;
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++)
        bytes += __offloadcc_residents.items[i]->bytes;
    if ((__offloadcc_residents.searches - FREE_SEARCHES) > bytes / BYTES_A_SEARCH)
        __offloadcc_return_residents(true);
}

enum access { READS, WRITES, OVERWRITES };

static bool is_done(const struct resident *resident, struct stretch part, enum access access) {
    return __offloadcc_stretches_have_none(&resident->old, part) &&
           (access == READS || __offloadcc_stretches_have_all(&resident->stale, part));
}

// Returns whether there was something to do.
static bool prepare(uintptr_t start, size_t bytes, enum access access) {
    bool found = false;
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++) {
        struct resident *resident = __offloadcc_residents.items[i];
        struct stretch part = resident_part(resident, start, bytes);
        if (is_done(resident, part, access))
            continue;
        found = true;
        if (access != OVERWRITES || !__offloadcc_stretches_remove(&resident->old, part))
            __offloadcc_resident_fetch(resident, part);
        if (access != READS)
            __offloadcc_resident_make_stale(resident, part);
    }
    return found;
}

static void look_at(uintptr_t start, size_t bytes, enum access access) {
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    if (!prepare(start, bytes, access))
        note_search();
    __offloadcc_unlock_residents();
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
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++)
        if (__offloadcc_residents.items[i]->start > start &&
            __offloadcc_residents.items[i]->start - start < bytes)
            bytes = __offloadcc_residents.items[i]->start - start;
    return bytes;
}

// The string may go on in residents: what is read to find its end has come back before.
void __offloadcc_before_string(const char *start) {
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    for (const char *at = start; at;) {
        const struct resident *inside = NULL;
        for (unsigned int i = 0; i < __offloadcc_residents.count && !inside; i++)
            if ((uintptr_t)at - __offloadcc_residents.items[i]->start <
                __offloadcc_residents.items[i]->bytes)
                inside = __offloadcc_residents.items[i];
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
    __offloadcc_unlock_residents();
}

struct range {
    uintptr_t from, to; // to is the first byte after it
};

// The bytes that loops access. The sums are exact, and so the addresses, if they stay within 64
// bits. Where they do not, any address is possible.
static struct range range_of_loops(const void *start, size_t bytes, const long steps[3],
                                   const unsigned long turns[3]) {
    __int128 from = (uintptr_t)start, to = from + (__int128)bytes, end = UINTPTR_MAX;
    bool is_known = to <= end;
    for (unsigned int d = 0; d < 3 && is_known; d++) {
        __int128 distance = (__int128)steps[d] * turns[d]; // less than 2^127
        if (distance < 0)
            from += distance;
        else
            to += distance;
        is_known = from >= 0 && to <= end;
    }
    return is_known ? (struct range){(uintptr_t)from, (uintptr_t)to} : (struct range){0, SIZE_MAX};
}

static void look_at_loops(const void *start, size_t bytes, const long steps[3],
                          const unsigned long turns[3], enum access access) {
    struct range range = range_of_loops(start, bytes, steps, turns);
    look_at(range.from, range.to - range.from, access);
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

// Makes `around` smaller, so that it has none of these bytes of a resident. They are not in
// `range`.
static void leave_out(struct range *around, struct range range, const struct resident *resident,
                      struct stretch part) {
    if (resident->start + part.to <= range.from && resident->start + part.to > around->from)
        around->from = resident->start + part.to;
    if (resident->start + part.from >= range.to && resident->start + part.from < around->to)
        around->to = resident->start + part.from;
}

// The bytes around a range, for which all is done, for which all is done as well.
static struct range done_around(struct range range, enum access access) {
    struct range around = {0, UINTPTR_MAX};
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++) {
        const struct resident *resident = __offloadcc_residents.items[i];
        const struct stretches *stale = &resident->stale;
        for (unsigned int k = 0; k < resident->old.count; k++)
            leave_out(&around, range, resident, resident->old.items[k]);
        for (unsigned int k = 0; access != READS && k <= stale->count; k++) {
            struct stretch kept = {k ? stale->items[k - 1].to : 0,
                                   k < stale->count ? stale->items[k].from : resident->bytes};
            if (!stretch_is_empty(kept))
                leave_out(&around, range, resident, kept);
        }
    }
    return around;
}

static struct __offloadcc_span look_near(const void *start, size_t bytes, const long steps[3],
                                         const unsigned long turns[3], enum access access) {
    uintptr_t at = (uintptr_t)start;
    struct range range = range_of_loops(start, bytes, steps, turns);
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    if (!prepare(range.from, range.to - range.from, access))
        note_search();
    struct range around = done_around(range, access);
    __offloadcc_unlock_residents();
    uintptr_t first = around.from + (at - range.from), last = around.to - (range.to - at);
    return (struct __offloadcc_span){first, last - first + 1};
}

struct __offloadcc_span __offloadcc_before_read_near(const void *start, size_t bytes, long step0,
                                                     unsigned long turns0, long step1,
                                                     unsigned long turns1, long step2,
                                                     unsigned long turns2) {
    return look_near(start, bytes, (long[]){step0, step1, step2},
                     (unsigned long[]){turns0, turns1, turns2}, READS);
}

struct __offloadcc_span __offloadcc_before_write_near(const void *start, size_t bytes, long step0,
                                                      unsigned long turns0, long step1,
                                                      unsigned long turns1, long step2,
                                                      unsigned long turns2) {
    return look_near(start, bytes, (long[]){step0, step1, step2},
                     (unsigned long[]){turns0, turns1, turns2}, WRITES);
}

struct __offloadcc_span __offloadcc_before_overwrite_near(const void *start, size_t bytes) {
    return look_near(start, bytes, (long[3]){0}, (unsigned long[3]){0}, OVERWRITES);
}

void __offloadcc_before_unseen(void) {
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    __offloadcc_return_residents(false);
    __offloadcc_unlock_residents();
}

// A resident that is partly elsewhere, as one that absorbed another may be, goes on there.
static void end_memory(uintptr_t start, size_t bytes) {
    for (unsigned int i = 0; i < __offloadcc_residents.count;) {
        struct resident *resident = __offloadcc_residents.items[i];
        struct stretch part = resident_part(resident, start, bytes);
        bool is_whole = part.from == 0 && part.to == resident->bytes;
        if (stretch_is_empty(part) || (is_whole && resident->running)) {
            i++;
        } else if (is_whole) {
            __offloadcc_forget_resident(i);
            i = 0;
        } else {
            if (!__offloadcc_stretches_remove(&resident->old, part))
                __offloadcc_resident_fetch(resident, part);
            __offloadcc_resident_make_stale(resident, part);
            i++;
        }
    }
}

void __offloadcc_before_end(const void *start, size_t bytes) {
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    end_memory((uintptr_t)start, bytes);
    __offloadcc_unlock_residents();
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
        __offloadcc_residents_return(NULL, SIZE_MAX, true);
}
