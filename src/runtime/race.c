// race.c - tells ThreadSanitizer what runs at the same time, in programs that are built with it.
//
// A block's threads run one after the other on one core, where ThreadSanitizer would see no two of
// them race. So each is a fiber of its own (<sanitizer/tsan_interface.h>), and fibers that were
// switched to without synchronisation are as unordered as threads. A barrier orders what all
// threads did before it before what any does after it.
//
// libomp's own fork and join are ordered here too: ThreadSanitizer does not see into libomp.
#include "runtime/runtime.h"

#include <stdlib.h>

// ThreadSanitizer's runtime defines them, in programs that have it.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));
void *__tsan_get_current_fiber(void) __attribute__((weak));
void *__tsan_create_fiber(unsigned flags) __attribute__((weak));
void __tsan_switch_to_fiber(void *fiber, unsigned flags) __attribute__((weak));

// It has room for about 8000 threads in a process. Threads beyond a core's share are one fiber.
enum { NO_SYNC = 1, FIBERS = 256, TOKENS = 64 };

// ThreadSanitizer knows an order by an address. Each region has one, at which its threads end and
// those of the next region begin. That orders the blocks of one core, too: they have their shared
// memory one after the other. So races between blocks show where several cores run them.
struct core {
    void *home; // this thread of the program, while it runs others; else NULL
    void *fibers[FIBERS];
    char start; // where a launch begins
    char tokens[TOKENS];
    unsigned region;
};
static _Thread_local struct core *current; // static TLS is scarce

static bool is_watched(void) {
    if (!__tsan_switch_to_fiber)
        return false;
    if (!current)
        current = calloc(1, sizeof *current);
    return current;
}

bool __offloadcc_race_is_watched(void) {
    return is_watched();
}

static void go_home(void) {
    if (current->home)
        __tsan_switch_to_fiber(current->home, NO_SYNC);
    current->home = NULL;
}

void __offloadcc_race_start(void) {
    if (is_watched())
        __tsan_release(&current->start);
}

void __offloadcc_race_region(void) {
    if (!is_watched())
        return;
    go_home();
    current->region++;
    __tsan_acquire(&current->tokens[current->region % TOKENS]);
    __tsan_release(&current->tokens[current->region % TOKENS]);
}

// A fiber is created at home: it begins behind all that its creator did.
static void *find_fiber(unsigned long thread) {
    void **fiber = &current->fibers[thread < FIBERS ? thread : FIBERS - 1];
    if (!*fiber) {
        go_home();
        *fiber = __tsan_create_fiber(0);
    }
    return *fiber;
}

void __offloadcc_race_enter(unsigned long thread) {
    if (!is_watched())
        return;
    void *fiber = find_fiber(thread);
    if (!current->home)
        current->home = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber, NO_SYNC);
    __tsan_acquire(&current->start);
    __tsan_acquire(&current->tokens[current->region % TOKENS]);
}

void __offloadcc_race_leave(void) {
    if (is_watched())
        __tsan_release(&current->tokens[(current->region + 1) % TOKENS]);
}

void __offloadcc_race_order_after(void *address) {
    if (__tsan_acquire)
        __tsan_acquire(address);
}

void __offloadcc_race_order_before(void *address) {
    if (__tsan_release)
        __tsan_release(address);
}
