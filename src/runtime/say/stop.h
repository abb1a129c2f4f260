// stop.h - messages that end the program.
#ifndef OC_RUNTIME_STOP_H
#define OC_RUNTIME_STOP_H

#include "runtime/abi.h"
#include <stdarg.h>
#include <stddef.h>

// Ends the program: the CPU's memory does not hold a block.
_Noreturn void __offloadcc_out_of_memory(size_t bytes);

// Ends the program with a message about a launch of this kernel.
_Noreturn void __offloadcc_stop(const struct __offloadcc_kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// What else a message can be about: "x.c:3: offloadcc: error: kernel 'k': ..."
struct subject {
    const char *file;
    unsigned int line;
    const char *what; // "kernel"
    const char *name; // NULL: `what` says it
};
// The kernel, where it is defined.
struct subject __offloadcc_subject(const struct __offloadcc_kernel *kernel);

_Noreturn void __offloadcc_stop_about(const struct subject *subject, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Of launch_thunk.S: the pointer that offload(...) returned was called where no launch waits for
// it.
_Noreturn void __offloadcc_stop_at_other_thread(void);

// Memory for `count` things, or the end of the program.
void *__offloadcc_allocate(size_t count, size_t size);

#endif
