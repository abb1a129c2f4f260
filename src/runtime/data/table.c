#include "runtime/data/table.h"

#include "runtime/data/before.h"
#include "runtime/data/residents.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"
#include "runtime/units/register.h"
#include "runtime/units/tmpfiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct residents __offloadcc_residents = {.mutex = PTHREAD_MUTEX_INITIALIZER};

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

bool __offloadcc_residents_are_poisoned(void) {
    return mode() == POISON;
}

bool __offloadcc_residents_are_there(void) {
    return __atomic_load_n(&__offloadcc_residents.count, __ATOMIC_RELAXED) != 0;
}

// Generated code reads the counts without the mutex. A thread that may look at a resident's memory
// has waited for the launch that made it one.
static void count_residents(void) {
    struct __offloadcc_out out = {0, 0, 0};
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++) {
        out.old += __offloadcc_residents.items[i]->old.count != 0;
        if (!resident_is_kept(__offloadcc_residents.items[i]))
            continue;
        out.kept++;
        out.open += !__offloadcc_residents.items[i]->is_enclosed;
    }
    __atomic_store_n(&__offloadcc_out.old, out.old, __ATOMIC_RELAXED);
    __atomic_store_n(&__offloadcc_out.kept, out.kept, __ATOMIC_RELAXED);
    __atomic_store_n(&__offloadcc_out.open, out.open, __ATOMIC_RELAXED);
}

// Files are removed by dlopen, which waits for other threads that open a library, whose
// constructors may wait for the mutex.
void __offloadcc_unlock_residents(void) {
    bool used_device = __offloadcc_residents_used_device;
    __offloadcc_residents_used_device = false;
    count_residents();
    pthread_mutex_unlock(&__offloadcc_residents.mutex);
    if (used_device)
        __offloadcc_remove_image_files();
}

void __offloadcc_forget_resident(unsigned int index) {
    struct resident *resident = __offloadcc_residents.items[index];
    __offloadcc_target.omp_target_free(resident->allocation, resident->device);
    __offloadcc_residents_used_device = true;
    free(resident);
    __offloadcc_residents.items[index] = __offloadcc_residents.items[--__offloadcc_residents.count];
}

void __offloadcc_make_room(bool all) {
    __offloadcc_residents.were_elsewhere = true;
    unsigned int oldest = MOST_RESIDENTS;
    for (unsigned int i = 0; i < __offloadcc_residents.count;) {
        struct resident *resident = __offloadcc_residents.items[i];
        bool is_free = !resident->running;
        if (is_free && all) {
            __offloadcc_resident_fetch(resident, resident_whole(resident));
            __offloadcc_forget_resident(i);
            continue;
        }
        if (is_free && (oldest == MOST_RESIDENTS ||
                        resident->launch < __offloadcc_residents.items[oldest]->launch))
            oldest = i;
        i++;
    }
    if (all || oldest == MOST_RESIDENTS)
        return;
    __offloadcc_resident_fetch(__offloadcc_residents.items[oldest],
                               resident_whole(__offloadcc_residents.items[oldest]));
    __offloadcc_forget_resident(oldest);
}

struct resident *__offloadcc_find_resident(uintptr_t start, size_t bytes, int device) {
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++) {
        struct resident *resident = __offloadcc_residents.items[i];
        if (resident->device == device && start >= resident->start &&
            start - resident->start <= resident->bytes &&
            bytes <= resident->bytes - (start - resident->start))
            return resident;
    }
    return NULL;
}

// Ends the residents on a device that overlap this memory, and so are in the same object. If the
// device's copy of one is not old everywhere, *start and *bytes are widened to contain that
// resident. *is_enclosed is set if one was enclosed. Returns false if a running
// launch uses one of them.
static bool absorb(uintptr_t *start, size_t *bytes, int device, bool *is_enclosed) {
    for (unsigned int i = 0; i < __offloadcc_residents.count;) {
        struct resident *resident = __offloadcc_residents.items[i];
        if (resident->device != device ||
            stretch_is_empty(resident_part(resident, *start, *bytes))) {
            i++;
            continue;
        }
        if (resident->running)
            return false;
        uintptr_t end = *start + *bytes, other_end = resident->start + resident->bytes;
        bool widens = resident_is_kept(resident);
        if (widens && resident->start < *start)
            *start = resident->start;
        *bytes = (widens && other_end > end ? other_end : end) - *start;
        *is_enclosed |= resident->is_enclosed;
        __offloadcc_resident_fetch(resident, resident_whole(resident));
        __offloadcc_forget_resident(i);
        i = 0;
    }
    return true;
}

static pthread_key_t thread_key;
static bool has_thread_key;

static void end_thread(void *unused) {
    (void)unused;
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    __offloadcc_return_residents(false);
    __offloadcc_unlock_residents();
}

void __offloadcc_return_as_thread_ends(void) {
    if (has_thread_key && !pthread_getspecific(thread_key))
        pthread_setspecific(thread_key, &thread_key);
}

extern void *__dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

// As the program ends or the library is closed, before its images are: everything has come back.
static void close_residents(void *unused) {
    (void)unused;
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    while (__offloadcc_residents.count)
        __offloadcc_forget_resident(__offloadcc_residents.count - 1);
    count_residents();
    if (has_thread_key)
        pthread_key_delete(thread_key);
    has_thread_key = false;
    pthread_mutex_unlock(&__offloadcc_residents.mutex);
}

// What is out would be lost for the child, which has no devices.
static void before_fork(void) {
    pthread_mutex_lock(&__offloadcc_residents.mutex);
    __offloadcc_return_residents(true);
    __offloadcc_unlock_residents();
}

// Another thread may have held the mutex.
static void in_child(void) {
    __offloadcc_residents.mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

static bool is_unknown(uintptr_t start, size_t bytes) {
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++)
        if (!stretch_is_empty(resident_part(__offloadcc_residents.items[i], start, bytes)))
            return false;
    return true;
}

// Kernels may rely on the alignment that arrays have on the host: of vectors, or of a part of an
// array by a part of another.
enum { ALIGNMENT = 256 };

static void *aligned_as(void *allocation, uintptr_t start) {
    uintptr_t from = (uintptr_t)allocation;
    return (char *)allocation + ((ALIGNMENT - from % ALIGNMENT) + start % ALIGNMENT);
}

// Whether a new copy on a device needs nothing from the host.
static bool is_ready(void *there, size_t bytes, int device, unsigned int facts) {
    return facts & FACT_FRESH ||
           (facts & FACT_ZERO && __offloadcc_target.omp_target_memset(there, 0, bytes, device));
}

struct resident *__offloadcc_have_resident(uintptr_t start, size_t bytes, int device,
                                           unsigned int facts) {
    struct resident *found = __offloadcc_find_resident(start, bytes, device);
    if (__offloadcc_residents.were_elsewhere || !is_unknown(start, bytes))
        facts = 0;
    bool is_enclosed = false;
    if (found || !absorb(&start, &bytes, device, &is_enclosed))
        return found;
    if (__offloadcc_residents.count == MOST_RESIDENTS)
        __offloadcc_make_room(false);
    if (__offloadcc_residents.count == MOST_RESIDENTS)
        return NULL;
    void *allocation = __offloadcc_target.omp_target_alloc(bytes + 2 * ALIGNMENT, device);
    if (!allocation) {
        __offloadcc_make_room(true);
        allocation = __offloadcc_target.omp_target_alloc(bytes + 2 * ALIGNMENT, device);
    }
    if (!allocation)
        return NULL;
    void *there = aligned_as(allocation, start);
    if (!__offloadcc_residents.is_closed_later) {
        __offloadcc_residents.is_closed_later =
            __cxa_atexit(close_residents, NULL, &__dso_handle) == 0;
        pthread_atfork(before_fork, NULL, in_child);
        has_thread_key = pthread_key_create(&thread_key, end_thread) == 0;
    }
    struct resident *resident = __offloadcc_allocate(1, sizeof *resident);
    *resident = (struct resident){.start = start,
                                  .bytes = bytes,
                                  .device = device,
                                  .there = there,
                                  .allocation = allocation,
                                  .is_enclosed = is_enclosed,
                                  .may_be_mapped = true};
    if (!is_ready(there, bytes, device, facts))
        resident->stale = (struct stretches){1, {resident_whole(resident)}};
    __offloadcc_residents.items[__offloadcc_residents.count++] = resident;
    return resident;
}

// Brings back what is in this memory. `but`: not what is on this device; -1: on any.
void __offloadcc_return_memory(uintptr_t start, size_t bytes, int but) {
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++)
        if (__offloadcc_residents.items[i]->device != but)
            __offloadcc_resident_fetch(__offloadcc_residents.items[i],
                                       resident_part(__offloadcc_residents.items[i], start, bytes));
}

void __offloadcc_spoil_memory(uintptr_t start, size_t bytes, int but) {
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++)
        if (__offloadcc_residents.items[i]->device != but)
            __offloadcc_resident_make_stale(
                __offloadcc_residents.items[i],
                resident_part(__offloadcc_residents.items[i], start, bytes));
}

void __offloadcc_return_residents(bool enclosed_too) {
    for (unsigned int i = 0; i < __offloadcc_residents.count; i++) {
        struct resident *resident = __offloadcc_residents.items[i];
        if (resident->is_enclosed && !enclosed_too)
            continue;
        __offloadcc_resident_fetch(resident, resident_whole(resident));
        resident->stale = (struct stretches){1, {resident_whole(resident)}};
        resident->may_be_mapped = true;
        resident->is_enclosed = false; // until a launch says so again
    }
}
