#include "runtime/say/stop.h"

#include "offload.h"
#include "runtime/process.h"

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void stop(const struct subject *subject, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

// Where the kernel is launched that is at fault, if that was by offload().
static void print_launch(void) {
    const struct __offloadcc_thread *thread = __offloadcc_thread();
    const char *file = thread->armed ? thread->armed->__file : thread->file;
    if (file)
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", file,
                thread->armed ? OC_LINE_OF(thread->armed) : thread->line);
}

static _Noreturn void stop(const struct subject *subject, const char *format, va_list arguments) {
    fprintf(stderr, "%s:%u: offloadcc: error: ", subject->file, subject->line);
    if (subject->what)
        fputs(subject->what, stderr);
    if (subject->name)
        fprintf(stderr, " '%s'", subject->name);
    fputs(subject->what ? ": " : "", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    print_launch();
    abort();
}

_Noreturn void __offloadcc_stop_about(const struct subject *subject, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    stop(subject, format, arguments);
}

struct subject __offloadcc_subject(const struct __offloadcc_kernel *kernel) {
    return (struct subject){kernel->__offloadcc_file, kernel->__offloadcc_line, "kernel",
                            kernel->__offloadcc_name};
}

_Noreturn void __offloadcc_stop(const struct __offloadcc_kernel *kernel, const char *format, ...) {
    struct subject subject = __offloadcc_subject(kernel);
    va_list arguments;
    va_start(arguments, format);
    stop(&subject, format, arguments);
}

_Noreturn void __offloadcc_out_of_memory(size_t bytes) {
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
