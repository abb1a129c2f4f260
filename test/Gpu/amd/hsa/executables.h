// executables.h - loaded code: executables, their symbols, and kernels.
//
// An executable is loaded with code objects and then frozen; its kernels run from then on.
#ifndef AMD_HSA_EXECUTABLES_H
#define AMD_HSA_EXECUTABLES_H

#include "code-object.h"

// What a dispatch needs to know of a kernel.
struct kernel {
    const char *name; // without ".kd"
    const struct agent *gpu;
    struct kernel_descriptor descriptor;
    bool is_frozen;
};

// The kernel whose descriptor is at an address; false: there is none. With the lock.
bool kernel_find(uint64_t descriptor, struct kernel *kernel);

// Its name, or NULL. Without the lock.
const char *kernel_name(uint64_t descriptor);

#endif
