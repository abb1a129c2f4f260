// driver.h - the libraries of GPUs' drivers.
#ifndef OC_RUNTIME_DRIVER_H
#define OC_RUNTIME_DRIVER_H

#include "runtime/devices/gpus.h"
#include "runtime/symbols.h"

// Loads a driver's library, under the first of two names that is there, and its functions. False,
// with the problem: it is not installed, or too old. `what` is its name for people.
bool __offloadcc_load_driver(struct gpus *gpus, const char *what, const char *const names[2],
                             const struct symbol *functions, size_t count, void *table);

#endif
