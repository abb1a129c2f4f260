#include "runtime/say/stop.h"

#include "offload.h"
#include "runtime/process.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Noreturn void stop(const struct subject *subject, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

// Where the kernel is launched that is at fault; false: not by offload().
static bool find_launch(const char **file, unsigned int *line) {
    const struct __offloadcc_thread *thread = __offloadcc_thread();
    *file = thread->armed ? thread->armed->__file : thread->file;
    *line = thread->armed ? OC_LINE_OF(thread->armed) : thread->line;
    return *file != NULL;
}

// A message that has the launch's place needs no note.
static void print_launch(const struct subject *subject) {
    const char *file;
    unsigned int line;
    if (find_launch(&file, &line) && (file != subject->file || line != subject->line))
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", file, line);
}

static const struct timespec moment = {.tv_nsec = 1000000};

// A handler of SIGABRT may let the program go on, so others do not wait for ever.
static void wait_for_first(void) {
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    static _Thread_local bool is_first;
    is_first |= !atomic_flag_test_and_set(&taken);
    for (int tries = 0; !is_first && tries < 1000; tries++)
        nanosleep(&moment, NULL);
}

void __offloadcc_show_text(void) {
    wait_for_first();
    for (int tries = 0; tries < 100; tries++) {
        if (ftrylockfile(stdout) == 0) {
            fflush(stdout);
            funlockfile(stdout);
            return;
        }
        nanosleep(&moment, NULL);
    }
}

static _Noreturn void stop(const struct subject *subject, const char *format, va_list arguments) {
    __offloadcc_show_text();
    fprintf(stderr, "%s:%u: offloadcc: error: ", subject->file, subject->line);
    if (subject->what)
        fputs(subject->what, stderr);
    if (subject->name)
        fprintf(stderr, " '%s'", subject->name);
    fputs(subject->what ? ": " : "", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    print_launch(subject);
    abort();
}

_Noreturn void __offloadcc_stop_about(const struct subject *subject, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    stop(subject, format, arguments);
}

struct subject __offloadcc_subject(const struct __offloadcc_kernel *kernel) {
    struct subject subject = {kernel->__offloadcc_file, kernel->__offloadcc_line, "kernel",
                              kernel->__offloadcc_name};
    // The user has not written the kernels of offload_algorithms.h, but a call that launches them.
    const char *file;
    unsigned int line;
    if (strstr(subject.file, "/offload_algorithms") && find_launch(&file, &line)) {
        subject.file = file;
        subject.line = line;
    }
    return subject;
}

_Noreturn void __offloadcc_stop(const struct __offloadcc_kernel *kernel, const char *format, ...) {
    struct subject subject = __offloadcc_subject(kernel);
    va_list arguments;
    va_start(arguments, format);
    stop(&subject, format, arguments);
}

_Noreturn void __offloadcc_out_of_memory(size_t bytes) {
    __offloadcc_show_text();
    fprintf(stderr, "offloadcc: error: no memory for a block of threads on the CPU (%zu bytes)\n",
            bytes);
    abort();
}

void *__offloadcc_allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory || !count)
        return memory;
    fprintf(stderr, "offloadcc: error: no memory for the %zu map entries of a launch\n", count);
    abort();
}

_Noreturn void __offloadcc_stop_at_other_thread(void) {
    fputs("offloadcc: error: what offload(kernel, ...) returned was called a second time, or by "
          "another thread; call it at once: offload(kernel, ...)(arguments)\n",
          stderr);
    abort();
}
