#include "runtime/say/failure.h"
#include "runtime/process.h"
#include "runtime/say/stop.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned int (*find_stack)(int device); // what __offloadcc_explain_failures got

// libomptarget sets the size of stacks by this variable (docs/device-code.md).
static void advise(const struct __offloadcc_running *running) {
    bool is_set = getenv("LIBOMPTARGET_STACK_SIZE") != NULL;
    unsigned int stack = is_set || !find_stack ? 0 : find_stack(running->device);
    if (stack)
        fprintf(stderr,
                "%s:%u: offloadcc: note: if functions of this kernel call themselves, its threads "
                "may need more stack; LIBOMPTARGET_STACK_SIZE=N in the environment gives each N "
                "bytes (else a thread has %u on this GPU)\n",
                running->kernel->__offloadcc_file, running->kernel->__offloadcc_line, stack);
}

// `why` is what the launch has to do with the failure.
static void explain(const struct __offloadcc_thread *thread, const char *why) {
    const struct __offloadcc_running *running = thread->running;
    const struct __offloadcc_kernel *kernel = running->kernel;
    const unsigned int *count = running->grid->__offloadcc_block_count;
    const unsigned int *size = running->grid->__offloadcc_block_size;
    fprintf(stderr,
            "%s:%u: offloadcc: error: kernel '%s': device %d failed, for the reason above, %s "
            "launch of %u x %u x %u blocks of %u x %u x %u threads",
            kernel->__offloadcc_file, kernel->__offloadcc_line, kernel->__offloadcc_name,
            running->device, why, count[0], count[1], count[2], size[0], size[1], size[2]);
    if (running->grid->__offloadcc_shared_bytes)
        fprintf(stderr, " with %lu bytes of dynamic shared memory",
                running->grid->__offloadcc_shared_bytes);
    fputc('\n', stderr);
    if (thread->file)
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", thread->file, thread->line);
    advise(running);
}

// The launches of all threads. libomptarget learns in a thread of ROCm's what an AMD GPU did, and
// does not say whose launch it was.
static void explain_all(const struct __offloadcc_threads *threads) {
    size_t capacity = threads->mask / sizeof threads->entries[0] + 1, running = 0;
    for (size_t i = 0; i < capacity; i++)
        running += threads->entries[i].thread && threads->entries[i].thread->running;
    if (running)
        __offloadcc_show_text();
    for (size_t i = 0; i < capacity; i++)
        if (threads->entries[i].thread && threads->entries[i].thread->running)
            explain(threads->entries[i].thread, running == 1 ? "in a" : "in this or another");
}

// abort() is called by a thread that holds no lock of the C library's: this may print. When it
// returns, abort() goes on.
static void explain_abort(int number) {
    (void)number;
    const struct __offloadcc_thread *thread = __offloadcc_thread();
    if (thread->running) {
        __offloadcc_show_text();
        explain(thread, "in a");
    } else if (__offloadcc_process()->threads)
        explain_all(__offloadcc_process()->threads);
}

void __offloadcc_explain_failures(unsigned int (*stack_to_raise)(int device)) {
    struct sigaction current, ours = {.sa_handler = explain_abort};
    find_stack = stack_to_raise;
    __offloadcc_module.explain = explain_abort;
    if (sigaction(SIGABRT, NULL, &current) == 0 && current.sa_handler == SIG_DFL)
        sigaction(SIGABRT, &ours, NULL);
}

// To another module, if any explains.
static void hand_over(const struct __offloadcc_module *others) {
    struct sigaction current, next = {.sa_handler = SIG_DFL};
    if (sigaction(SIGABRT, NULL, &current) != 0 || current.sa_handler != explain_abort)
        return;
    for (; others && next.sa_handler == SIG_DFL; others = others->next)
        if (others != &__offloadcc_module && others->explain)
            next.sa_handler = others->explain;
    sigaction(SIGABRT, &next, NULL);
}

// This copy of the runtime may be unloaded.
__attribute__((destructor(101))) static void leave(void) {
    struct __offloadcc_process *process = __offloadcc_process();
    pthread_mutex_lock(&process->listing);
    hand_over(process->modules);
    pthread_mutex_unlock(&process->listing);
}
