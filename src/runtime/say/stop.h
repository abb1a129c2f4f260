// stop.h - messages that end the program.
#ifndef OC_RUNTIME_STOP_H
#define OC_RUNTIME_STOP_H

#include "runtime/abi.h"
#include <stdarg.h>
#include <stddef.h>

// Called before the message that ends a program for a kernel's sake.
//
// Prints what kernels, and the host, have printed into stdout's buffer: abort() would lose it.
// Waits a moment at most for a thread that uses stdout: that may itself wait for the kernel.
//
// Threads of one kernel often fail at the same time. The first one says why: in others, this waits
// until its abort() has ended the program.
void __offloadcc_show_text(void);

// Ends the program with a message: there is no memory for a block of threads on the CPU.
_Noreturn void __offloadcc_out_of_memory(size_t bytes);

// Ends the program with a message about a launch of this kernel.
_Noreturn void __offloadcc_stop(const struct __offloadcc_kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// What a message is about, printed before it: "x.c:3: offloadcc: error: kernel 'k': ..."
struct subject {
    const char *file; // "x.c"
    unsigned int line;
    const char *what; // "kernel"; NULL: the message follows "error: " at once
    const char *name; // "k"; NULL: no name is printed
};
// A kernel as a subject, with the place of its definition.
struct subject __offloadcc_subject(const struct __offloadcc_kernel *kernel);

_Noreturn void __offloadcc_stop_about(const struct subject *subject, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Called by launch_thunk.S when the pointer that offload(...) returned is called, but this thread
// has no pending launch. Ends the program with a message.
_Noreturn void __offloadcc_stop_at_other_thread(void);

// Returns memory for `count` items of `size` bytes. If there is none, ends the program with a
// message.
void *__offloadcc_allocate(size_t count, size_t size);

#endif
