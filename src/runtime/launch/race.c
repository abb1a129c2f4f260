// race.c - tells ThreadSanitizer what runs at the same time, in programs that are built with it.
//
// A block's threads run one after the other on one core, where ThreadSanitizer would see no two of
// them race. So each is a fiber of its own (<sanitizer/tsan_interface.h>), and fibers that were
// switched to without synchronisation are as unordered as threads. A barrier orders what all
// threads did before it before what any does after it.
//
// Each fiber has a stack of its own. On a common one the variables of two threads would be at the
// same address, and seem to race.
//
// libomp's own fork and join are ordered here too: ThreadSanitizer does not see into libomp.
#include "runtime/launch/race.h"

#include <omp.h>
#include <stdlib.h>
#include <sys/mman.h>

// ThreadSanitizer's runtime defines them, in programs that have it.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));
void *__tsan_get_current_fiber(void) __attribute__((weak));
void *__tsan_create_fiber(unsigned flags) __attribute__((weak));
void __tsan_switch_to_fiber(void *fiber, unsigned flags) __attribute__((weak));

// ThreadSanitizer tells some 250 threads of a process apart: of more, it misses most races. So the
// fibers of all cores are fewer, and threads take turns at them: thread t and thread t + fibers are
// one. Their number is odd, as distances between threads are often powers of two.
enum { NO_SYNC = 1, MOST_FIBERS = 239, LEAST_FIBERS = 31, TOKENS = 64 };

// As much as the program's first thread usually has; what is not used takes no memory. The lowest
// page stops what goes beyond it.
enum { STACK = 8 << 20, PAGE = 4096 };

// ThreadSanitizer knows an order by an address. Each region has one, at which its threads end and
// those of the next region begin. That orders the blocks of one core, too: they have their shared
// memory one after the other. So races between blocks show where several cores run them.
struct core {
    void *home;          // this thread of the program, while it runs others; else NULL
    unsigned long count; // of fibers
    void *fibers[MOST_FIBERS];
    char *stacks[MOST_FIBERS]; // their ends; NULL: not needed yet
    char start;                // where a launch begins
    char tokens[TOKENS];
    unsigned region;
};
static _Thread_local struct core *current; // static TLS is scarce

static bool is_watched(void) {
    if (!__tsan_switch_to_fiber)
        return false;
    if (current)
        return true;
    current = calloc(1, sizeof *current);
    if (!current)
        return false;
    int cores = omp_get_max_threads();
    current->count = (unsigned long)(MOST_FIBERS / (cores > 0 ? cores : 1)) | 1;
    if (current->count < LEAST_FIBERS)
        current->count = LEAST_FIBERS;
    return true;
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

// A fiber is created at home: it begins after all that its creator did.
static void *find_fiber(unsigned long thread) {
    void **fiber = &current->fibers[thread % current->count];
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

// Calls run(argument) on another stack.
void __offloadcc_call_on_stack(void *end, void (*run)(void *), void *argument);
__asm__(".text\n"
        ".hidden __offloadcc_call_on_stack\n"
        ".globl __offloadcc_call_on_stack\n"
        ".type __offloadcc_call_on_stack, @function\n"
        "__offloadcc_call_on_stack:\n"
        ".cfi_startproc\n"
        "endbr64\n"
        "pushq %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset %rbp, -16\n"
        "movq %rsp, %rbp\n"
        ".cfi_def_cfa_register %rbp\n"
        "movq %rdi, %rsp\n"
        "movq %rdx, %rdi\n"
        "call *%rsi\n"
        "movq %rbp, %rsp\n"
        "popq %rbp\n"
        ".cfi_def_cfa %rsp, 8\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size __offloadcc_call_on_stack, . - __offloadcc_call_on_stack\n");

// NULL: there is no memory for one.
static char *find_stack(unsigned long thread) {
    char **end = &current->stacks[thread % current->count];
    if (*end)
        return *end;
    char *start = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    mprotect(start, PAGE, PROT_NONE);
    return *end = start + STACK;
}

void __offloadcc_race_run(unsigned long thread, void (*run)(void *), void *argument) {
    char *stack = is_watched() ? find_stack(thread) : NULL;
    __offloadcc_race_enter(thread);
    if (stack)
        __offloadcc_call_on_stack(stack, run, argument);
    else
        run(argument);
    __offloadcc_race_leave();
}
