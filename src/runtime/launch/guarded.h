// guarded.h - dynamic shared memory on the CPU: between pages that nothing may access, so that a
// kernel which goes beyond it ends there, and does not overwrite the stack.
//
// It ends by SIGSEGV, as other wrong accesses do. Where the program has left that signal alone when
// it first gets such memory, a message says first which kernel went beyond how many bytes, and
// where it was launched. All other faults end the program as if there were no handler.
#ifndef OC_RUNTIME_GUARDED_H
#define OC_RUNTIME_GUARDED_H

#include "runtime/abi.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

// A launch. Its grid is all that a kernel's code knows of it, and hands back to run blocks.
struct __offloadcc_launched {
    struct __offloadcc_grid grid; // first
    const struct __offloadcc_kernel *kernel;
    const char *file; // where the launch is; NULL: a plain call
    unsigned int line;
};

// This thread's memory of as many bytes as the launch gives a block, for one block at a time, until
// the next call; its end, rounded up to 64 bytes, is the end of a page. NULL for a kernel that uses
// none, and is given none.
void *__offloadcc_guarded_memory(const struct __offloadcc_launched *launched);

// What another copy of the runtime needs to know of this one's, if it has such memory: any copy's
// handler explains faults for all.
struct __offloadcc_faults {
    bool (*explain)(const char *address); // false: in no guard page of this copy's
    void (*handle)(int signal, siginfo_t *fault, void *context);
};

// This copy of the runtime may be unloaded: another module's handler takes the place of its own.
struct __offloadcc_module;
void __offloadcc_leave_faults(const struct __offloadcc_module *others);

#endif
