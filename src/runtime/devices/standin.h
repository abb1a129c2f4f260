// standin.h - a device that stands in where there is none: the CPU, with memory of its own.
//
// With OFFLOADCC_CHECK=1 in the environment of a program that has no device, launches, regions and
// updates use it as they use libomptarget's devices. It maps and copies as libomptarget does, and
// runs kernels by the code that the program has for the CPU. New memory is poisoned (poison.h).
// Kernels use device variables in place: their copies are put there for the time of a launch.
#ifndef OC_RUNTIME_STANDIN_H
#define OC_RUNTIME_STANDIN_H

#include "runtime/devices/libomptarget.h"

#include <pthread.h>

// A pointer in mapped memory that leads to mapped memory.
struct standin_pointer {
    size_t offset;   // in the memory that contains it
    void *on_device; // its value there
};

// Mapped memory, or a device variable.
struct standin_copy {
    uintptr_t start; // on the host
    size_t bytes;
    char *there;
    size_t references;
    bool is_variable; // that kernels use
    struct standin_pointer *pointers;
    size_t pointer_count, pointer_capacity;
};

// All copies of the runtime in a process share it (process.h).
struct __offloadcc_standin {
    pthread_mutex_t mutex;
    struct standin_copy *items; // sorted, without overlaps
    size_t count, capacity;
    int is_used; // the program has no other device, and uses this one
    int padding;
};

// Whether the process has it as its device.
bool __offloadcc_standin_is_used(void);

// Whether a process without devices is to have it.
bool __offloadcc_standin_is_wanted(void);

// The process has it from now on.
void __offloadcc_standin_use(void);

// Makes it what __offloadcc_target refers to.
void __offloadcc_standin_become_target(void);

// Keeps the values that a unit's device variables have now, as a device's image does, in case that
// the process will have it.
void __offloadcc_standin_keep_variables(const struct __offloadcc_unit *unit);

// The unit's variables are no longer there.
void __offloadcc_standin_drop_variables(const struct __offloadcc_unit *unit);

#endif
