// failure.h - the message for a device that failed. libomptarget then ends the program by abort(),
// without saying which kernel ran, with which grid, and where it was launched; this message does.
#ifndef OC_RUNTIME_FAILURE_H
#define OC_RUNTIME_FAILURE_H

#include "runtime/abi.h"

// A running launch on a device. The thread's state (process.h) points to it.
struct __offloadcc_running {
    const struct __offloadcc_kernel *kernel;
    const struct __offloadcc_grid *grid;
    int device;
};

// Turns the message on, unless the program handles SIGABRT itself. Called when devices start.
void __offloadcc_explain_failures(void);

#endif
