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
// `stack_to_raise` returns how many bytes of stack a thread has on a device that has failed, if
// more might help; 0: it would not. It is called in the signal's handler.
void __offloadcc_explain_failures(unsigned int (*stack_to_raise)(int device));

#endif
