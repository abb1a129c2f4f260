// configure.c - offload(kernel, ...): the launch waits in the thread's state for the call of its
// kernel.
#include "offload.h"
#include "runtime/data/before.h"
#include "runtime/data/residents.h"
#include "runtime/modules.h"
#include "runtime/process.h"

#include <stdio.h>
#include <stdlib.h>

// What offload(...) calls in the kernel's place: moves this thread's innermost pending launch
// (process.h) to armed and jumps to its kernel, all arguments untouched.
void __offloadcc_launch_thunk(void);

// Where a launch is written, if `file` is not NULL.
struct place {
    const struct offload_launch *launch;
    const char *file;
    unsigned int line;
};

// The places of this thread's last launches. What is not a kernel shows when it has returned, and
// then the launch itself may be gone, which was in its caller's memory. Launches that wait for each
// other have different places in the table, unless there are very many of them.
enum { PLACES = 16 };
static _Thread_local struct place places[PLACES];

static struct place *place_of(const struct offload_launch *launch) {
    return &places[(uintptr_t)launch / sizeof *launch % PLACES];
}

static _Noreturn void stop_at_no_kernel(const struct place *place, const char *what) {
    if (place->file)
        fprintf(stderr, "%s:%u: ", place->file, place->line);
    fprintf(stderr,
            "offloadcc: error: offload() was given %s; it launches functions that are marked "
            "offload_kernel and compiled by offloadcc\n",
            what);
    abort();
}

// A function that did not take its launch's options.
static _Noreturn void stop_at_other_function(const struct offload_launch *launch) {
    struct place place = *place_of(launch);
    if (place.launch != launch)
        place.file = NULL;
    stop_at_no_kernel(&place, place.file
                                  ? "a pointer to a function that is not a kernel, which ran once"
                                  : "a pointer to a function that is not a kernel, at an earlier "
                                    "launch of this thread");
}

// A kernel of another program or library finds the launch only in the same state of the process:
// else it would take this for a plain call.
static void check_other_module(struct __offloadcc_thread *thread, void (*kernel)(void),
                               const struct offload_launch *launch) {
    unsigned long changes = __atomic_load_n(&__offloadcc_process()->changes, __ATOMIC_ACQUIRE);
    if (thread->known_kernel == kernel && thread->known_changes == changes)
        return;
    const char *where = NULL;
    if (!__offloadcc_shares_state(kernel, &where)) {
        __offloadcc_refuse_unversioned();
        fprintf(stderr,
                "%s:%u: offloadcc: error: offload() cannot launch the function at %p in %s: it is "
                "not known as a kernel of this program; pass a kernel, and link the program and "
                "its libraries with the same version of offloadcc; kernels of a library that "
                "dlmopen loaded into another namespace can be launched only by that library\n",
                launch->__file, OC_LINE_OF(launch), (void *)kernel,
                where ? where : "memory that the loader does not list");
        abort();
    }
    thread->known_kernel = kernel;
    thread->known_changes = changes;
}

// A kernel takes its options at once.
void (*__offloadcc_configure(void (*kernel)(void), struct offload_launch *launch))(void) {
    struct __offloadcc_thread *thread = __offloadcc_thread();
    const struct __offloadcc_module *module = &__offloadcc_module;
    const struct place here = {launch, launch->__file, OC_LINE_OF(launch)};
    if (!kernel)
        stop_at_no_kernel(&here, "a null pointer");
    if (thread->armed)
        stop_at_other_function(thread->armed);
    if ((uintptr_t)kernel < module->start || (uintptr_t)kernel >= module->end)
        check_other_module(thread, kernel, launch);
    *place_of(launch) = here;
    launch->__kernel = kernel;
    launch->__outer = thread->pending;
    thread->pending = launch;
    return __offloadcc_launch_thunk;
}

void (*__offloadcc_configure_staying(void (*kernel)(void), struct offload_launch *launch))(void) {
    void (*thunk)(void) = __offloadcc_configure(kernel, launch);
    const struct __offloadcc_module *module = &__offloadcc_module;
    __offloadcc_forget_facts();
    // Another module has a runtime, and residents, of its own.
    if ((uintptr_t)kernel >= module->start && (uintptr_t)kernel < module->end)
        launch->__line |= STAYS;
    return thunk;
}

// What objects call whose struct offload_launch has no `cooperative`.
void (*__offloadcc_configure_short(void (*kernel)(void), struct offload_launch *launch))(
    void) __asm__("__offloadcc_configure_v1");
void (*__offloadcc_configure_short(void (*kernel)(void), struct offload_launch *launch))(void) {
    void (*thunk)(void) = __offloadcc_configure(kernel, launch);
    launch->__line |= SHORT;
    return thunk;
}

void (*__offloadcc_configure_short_staying(void (*kernel)(void), struct offload_launch *launch))(
    void) __asm__("__offloadcc_configure_staying_v1");
void (*__offloadcc_configure_short_staying(void (*kernel)(void),
                                           struct offload_launch *launch))(void) {
    void (*thunk)(void) = __offloadcc_configure_staying(kernel, launch);
    launch->__line |= SHORT;
    return thunk;
}

void __offloadcc_before_launch(void (*kernel)(void)) {
    const struct __offloadcc_module *module = &__offloadcc_module;
    if ((uintptr_t)kernel >= module->start && (uintptr_t)kernel < module->end)
        return;
    __offloadcc_residents_note_elsewhere();
    __offloadcc_residents_return(NULL, SIZE_MAX, true);
}

// As the program or a library ends: the last launch of this thread may not have come to a kernel.
__attribute__((destructor(101))) static void check_last_launch(void) {
    const struct __offloadcc_thread *thread = __offloadcc_state_of_thread;
    if (!thread || !thread->armed)
        return;
    fflush(NULL); // as the program ends
    stop_at_other_function(thread->armed);
}
