// guarded.h - dynamic shared memory on the CPU: between pages that nothing may access, so that a
// kernel which goes beyond it ends there, and does not overwrite the stack.
//
// It ends by SIGSEGV, as other wrong accesses do. Where the program has left that signal alone when
// it first gets such memory, a message says first which kernel went beyond how many bytes, and
// where it was launched. All other faults end the program as if there were no handler.
#ifndef OC_RUNTIME_GUARDED_H
#define OC_RUNTIME_GUARDED_H

#include "runtime/abi.h"

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

#endif
