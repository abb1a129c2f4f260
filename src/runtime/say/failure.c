#include "runtime/say/failure.h"
#include "runtime/process.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// abort() is called by the thread that launched, in no lock of the C library's: this may print.
// When it returns, abort() goes on.
static void explain_abort(int number) {
    (void)number;
    const struct __offloadcc_thread *thread = __offloadcc_thread();
    const struct __offloadcc_running *running = thread->running;
    if (!running)
        return;
    const struct __offloadcc_kernel *kernel = running->kernel;
    const unsigned int *count = running->grid->__offloadcc_block_count;
    const unsigned int *size = running->grid->__offloadcc_block_size;
    fprintf(stderr,
            "%s:%u: offloadcc: error: kernel '%s': device %d failed, for the reason above, in a "
            "launch of %u x %u x %u blocks of %u x %u x %u threads",
            kernel->__offloadcc_file, kernel->__offloadcc_line, kernel->__offloadcc_name,
            running->device, count[0], count[1], count[2], size[0], size[1], size[2]);
    if (running->grid->__offloadcc_shared_bytes)
        fprintf(stderr, " with %lu bytes of dynamic shared memory",
                running->grid->__offloadcc_shared_bytes);
    fputc('\n', stderr);
    if (thread->file)
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", thread->file, thread->line);
    // libomptarget sets the size of stacks by this variable (docs/device-code.md).
    if (!getenv("LIBOMPTARGET_STACK_SIZE"))
        fprintf(stderr,
                "%s:%u: offloadcc: note: if functions of this kernel call themselves, its threads "
                "may need more stack; LIBOMPTARGET_STACK_SIZE=N in the environment gives each N "
                "bytes (else a thread has 1024 on NVIDIA GPUs, and 16384 on AMD GPUs)\n",
                kernel->__offloadcc_file, kernel->__offloadcc_line);
}

void __offloadcc_explain_failures(void) {
    struct sigaction current, ours = {.sa_handler = explain_abort};
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
