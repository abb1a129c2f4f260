#include "work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct work *all_work; // in the order in which it was added
static uint64_t changes;      // so often was work_changed called
static unsigned running;      // so much work runs, without what itself waits

// ---- What a seed decides -----------------------------------------------------------------------

struct habits {
    uint32_t load, submit, early; // one in so many loads, submissions and waits; 0: none
    bool newest_first;
};

static struct habits habits(void) {
    static const uint32_t loads[] = {1, 4, 16, 0}, submissions[] = {0, 0, 2, 8};
    uint64_t seed = settings()->seed;
    return (struct habits){.load = loads[seed % 4],
                           .submit = submissions[seed / 4 % 4],
                           .early = 8,
                           .newest_first = seed % 8 == 7};
}

// ---- Doing work --------------------------------------------------------------------------------

void work_changed(void) {
    changes++;
    pthread_cond_broadcast(&hsa_changed);
}

void work_add(struct work *work) {
    struct work **at = &all_work;
    while (*at)
        at = &(*at)->next;
    work->is_running = false;
    work->next = NULL;
    *at = work;
    work_changed();
}

static void unlink_work(const struct work *work) {
    struct work **at = &all_work;
    while (*at != work)
        at = &(*at)->next;
    *at = work->next;
}

void work_remove(struct work *work) {
    while (work->is_running)
        pthread_cond_wait(&hsa_changed, &hsa_lock);
    unlink_work(work);
    work_changed();
}

static void run(struct work *work) {
    bool has_more = work->kind->run(work);
    running--;
    work->is_running = false;
    if (!has_more) {
        unlink_work(work);
        free(work);
    }
    work_changed();
}

// The thread that calls the program's functions, and what it calls now or shall call.
static struct work *called;
static bool has_caller;
static _Thread_local bool is_caller;

static void *call(void *unused) {
    (void)unused;
    is_caller = true;
    lock_hsa();
    for (;;) {
        while (!called)
            pthread_cond_wait(&hsa_changed, &hsa_lock);
        run(called);
        called = NULL;
        work_changed();
    }
    return NULL;
}

static void make_caller(void) {
    pthread_t thread;
    if (has_caller)
        return;
    if (pthread_create(&thread, NULL, call, NULL) != 0)
        stop("the host has no more threads");
    pthread_detach(thread);
    has_caller = true;
}

static struct timespec time_at(uint64_t nanoseconds) {
    return (struct timespec){(time_t)(nanoseconds / 1000000000u),
                             (long)(nanoseconds % 1000000000u)};
}

// The caller may need something that this thread has locked, so it is not waited for without an
// end.
static void let_caller_run(struct work *work) {
    enum { LONG_ENOUGH = 100000000 };
    make_caller();
    called = work;
    work_changed();
    struct timespec end = time_at(now() + LONG_ENOUGH);
    while (called == work)
        if (pthread_cond_timedwait(&hsa_changed, &hsa_lock, &end) != 0)
            return;
}

// Some work that is ready, or NULL.
static struct work *choose(bool may_be_long) {
    enum { MOST = 64 };
    struct work *ready[MOST];
    unsigned count = 0;
    for (struct work *at = all_work; at && count < MOST; at = at->next) {
        bool may_run = !at->is_running && (may_be_long || !at->kind->is_long) &&
                       (!called || !at->kind->calls_program);
        if (may_run && at->kind->is_ready(at))
            ready[count++] = at;
    }
    if (!count)
        return NULL;
    return ready[!settings()->seed       ? 0
                 : habits().newest_first ? count - 1
                                         : random_number() % count];
}

static unsigned polls; // since some work was done

static bool do_some(bool may_be_long) {
    struct work *work = choose(may_be_long);
    if (!work)
        return false;
    polls = 0;
    work->is_running = true;
    running++; // from here on: the caller may be late where the machine has much to do
    if (work->kind->calls_program)
        let_caller_run(work);
    else
        run(work);
    return true;
}

void work_handed_over(void) {
    if (settings()->seed && one_in(habits().submit))
        do_some(false);
}

void work_polled(void) {
    enum { ENOUGH = 50, MOST = 1000 };
    if (settings()->seed) {
        if (one_in(habits().load) || ++polls >= ENOUGH)
            do_some(true);
        return;
    }
    for (int i = 0; i < MOST && do_some(true); i++)
        continue;
}

// ---- Waiting -----------------------------------------------------------------------------------

// Whether the process has no thread but this one and the caller.
static bool is_alone(void) {
    FILE *status = fopen("/proc/self/status", "re");
    unsigned threads = 0;
    char line[200];
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Threads: %u", &threads) == 1)
            break;
    if (status)
        fclose(status);
    return threads == 1u + has_caller && !is_caller;
}

__attribute__((noreturn)) static void stop_waiting(const char *what) {
    char text[400];
    for (const struct work *at = all_work; at; at = at->next) {
        text[0] = '\0';
        at->kind->describe(at, text, sizeof text);
        if (text[0])
            warn("outstanding: %s", text);
    }
    stop("the program waits for what will not come: %s", what);
}

// Memory that a function of the program handed over and gave back is overwritten.
__attribute__((noinline)) static void spoil_stack(void) {
    volatile char memory[16384];
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = (char)0xA5;
}

// Sleeps until something changes, or until a time.
static void sleep_until(uint64_t time) {
    struct timespec end = time_at(time);
    if (is_caller)
        running--;
    pthread_cond_timedwait(&hsa_changed, &hsa_lock, &end);
    if (is_caller)
        running++;
}

void work_wait(bool (*is_over)(void *of), void *of, uint64_t timeout,
               void (*describe)(const void *of, char *text, size_t size)) {
    enum { SOON = 20000000 }; // in nanoseconds
    const uint64_t patience = (uint64_t)settings()->patience * 1000000u, start = now();
    const uint64_t end = timeout < UINT64_MAX - start ? start + timeout : UINT64_MAX;
    uint64_t quiet_since = start, seen = changes;
    if (settings()->seed)
        spoil_stack();
    while (!is_over(of)) {
        if (now() >= end || (settings()->seed && one_in(habits().early)))
            return;
        if (do_some(true))
            continue;
        if (changes != seen) {
            seen = changes;
            quiet_since = now();
        }
        uint64_t quiet = now() - quiet_since;
        if (end == UINT64_MAX && running == is_caller && quiet >= SOON &&
            (quiet >= patience || is_alone())) {
            char text[400] = "";
            describe(of, text, sizeof text);
            stop_waiting(text);
        }
        uint64_t look_again = quiet_since + (quiet < SOON ? SOON : patience);
        sleep_until(end < look_again ? end : look_again);
    }
}
