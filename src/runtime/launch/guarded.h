// guarded.h - dynamic shared memory on the CPU. It lies between pages that cannot be accessed, so
// that a kernel that goes beyond it crashes at once and does not overwrite other memory.
//
// The crash is a SIGSEGV, as for other wrong accesses. If the program had no handler for that
// signal when it first got such memory, a message is printed first: which kernel went beyond how
// many bytes, and where it was launched. All other faults end the program as if there were no
// handler.
#ifndef OC_RUNTIME_GUARDED_H
#define OC_RUNTIME_GUARDED_H

#include "runtime/abi.h"

#include <stdbool.h>
#include <stddef.h>

// A launch. The kernel's code has only a pointer to its grid, and passes that back to run blocks.
struct __offloadcc_launched {
    struct __offloadcc_grid grid; // must be the first member
    const struct __offloadcc_kernel *kernel;
    const char *file; // the source file of the launch; NULL: a plain call
    unsigned int line;
    bool cooperative;
};

// Returns this thread's guarded memory, with the size that the launch gives each block. It is used
// by one block at a time, and valid until the next call. Its end, rounded up to 64 bytes, is the
// end of a page. NULL if the kernel does not use dynamic shared memory and the launch gives it
// none.
void *__offloadcc_guarded_memory(const struct __offloadcc_launched *launched);

#endif
