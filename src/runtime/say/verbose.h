// verbose.h - lines that a program prints with OFFLOADCC_VERBOSE=1 in its environment: which GPUs
// the machine has, which image each gets, and where kernels run. Each line begins with "offloadcc:
// ", and goes to stderr.
#ifndef OC_RUNTIME_VERBOSE_H
#define OC_RUNTIME_VERBOSE_H

#include "runtime/abi.h"

#include <stdbool.h>

bool __offloadcc_is_verbose(void);

// Prints a line, if the program is verbose.
void __offloadcc_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Says where a kernel runs, once for each kernel and place: on a device, or on the CPU with the
// reason.
void __offloadcc_say_device(const struct __offloadcc_kernel *kernel, int device);
void __offloadcc_say_cpu(const struct __offloadcc_kernel *kernel, const char *reason);

#endif
