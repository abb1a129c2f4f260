// failure.h - what a program says where libomptarget ends it, by abort(), since a device failed:
// which kernel ran, with which grid, and where it was launched. libomptarget knows none of that.
#ifndef OC_RUNTIME_FAILURE_H
#define OC_RUNTIME_FAILURE_H

#include "runtime/abi.h"

// A launch on a device, while it runs: the thread's state (process.h) points to it then.
struct __offloadcc_running {
    const struct __offloadcc_kernel *kernel;
    const struct __offloadcc_grid *grid;
    int device;
};

// From now on failures are explained, unless the program handles SIGABRT itself. Called when
// devices start.
void __offloadcc_explain_failures(void);

#endif
