// driver.h - loads the libraries of GPU drivers.
#ifndef OC_RUNTIME_DRIVER_H
#define OC_RUNTIME_DRIVER_H

#include "runtime/devices/gpus.h"
#include "runtime/symbols.h"

// Loads a driver's library, by the first of two names that exists, and fills `table` with its
// functions (symbols.h). If it is not installed or too old, returns false and sets gpus->problem,
// in which `what` names it: "NVIDIA's driver".
bool __offloadcc_load_driver(struct gpus *gpus, const char *what, const char *const names[2],
                             const struct symbol *functions, size_t count, void *table);

#endif
