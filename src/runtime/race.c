// race.c - tells ThreadSanitizer what runs at the same time, in programs that are built with it.
//
// A block's threads run one after the other on one core, where ThreadSanitizer would see no two of
// them race. So each is a fiber of its own (<sanitizer/tsan_interface.h>), and fibers that were
// switched to without synchronisation are as unordered as threads. A barrier orders what all
// threads did before it before what any does after it.
//
// libomp's own fork and join are ordered here too: ThreadSanitizer does not see into libomp.
#include "runtime/runtime.h"

// ThreadSanitizer's runtime defines them, in programs that have it.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));
void *__tsan_get_current_fiber(void) __attribute__((weak));
void *__tsan_create_fiber(unsigned flags) __attribute__((weak));
void __tsan_switch_to_fiber(void *fiber, unsigned flags) __attribute__((weak));

// It has room for about 8000 threads in a process. Threads beyond a core's share are one fiber.
enum { NO_SYNC = 1, FIBERS = 256 };

struct core {
    void *home; // this thread of the program, while it runs others; else NULL
    void *fibers[FIBERS];
    char before, after; // their addresses: what came before this region, what comes behind it
    bool swapped;
};
static _Thread_local struct core core;

static char *before(void) {
    return core.swapped ? &core.after : &core.before;
}

static char *after(void) {
    return core.swapped ? &core.before : &core.after;
}

static void go_home(void) {
    if (core.home)
        __tsan_switch_to_fiber(core.home, NO_SYNC);
    core.home = NULL;
}

void __offloadcc_race_region(void) {
    if (!__tsan_switch_to_fiber)
        return;
    go_home();
    core.swapped = !core.swapped;
    __tsan_acquire(before());
    __tsan_release(before());
}

void __offloadcc_race_enter(unsigned long thread) {
    if (!__tsan_switch_to_fiber)
        return;
    if (!core.home)
        core.home = __tsan_get_current_fiber();
    void **fiber = &core.fibers[thread < FIBERS ? thread : FIBERS - 1];
    if (!*fiber)
        *fiber = __tsan_create_fiber(0);
    __tsan_switch_to_fiber(*fiber, NO_SYNC);
    __tsan_acquire(before());
}

void __offloadcc_race_leave(void) {
    if (__tsan_switch_to_fiber)
        __tsan_release(after());
}

void __offloadcc_race_order_after(void *address) {
    if (__tsan_acquire)
        __tsan_acquire(address);
}

void __offloadcc_race_order_before(void *address) {
    if (__tsan_release)
        __tsan_release(address);
}
