// verbose.h - what a program says of its devices, with OFFLOADCC_VERBOSE=1 in its environment: the
// GPUs that there are, the image that each gets, and where kernels run. On stderr, a line each that
// begins with "offloadcc: ".
#ifndef OC_RUNTIME_VERBOSE_H
#define OC_RUNTIME_VERBOSE_H

#include "runtime/abi.h"

#include <stdbool.h>

bool __offloadcc_is_verbose(void);

// Prints a line where the program is to.
void __offloadcc_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Says where a kernel runs, once for each kernel and place: on a device, or on the CPU with the
// reason.
void __offloadcc_say_device(const struct __offloadcc_kernel *kernel, int device);
void __offloadcc_say_cpu(const struct __offloadcc_kernel *kernel, const char *reason);

#endif
