// units.h - the units of the program and of its libraries.
#ifndef OC_RUNTIME_UNITS_H
#define OC_RUNTIME_UNITS_H

#include "runtime/abi.h"
#include <stdbool.h>

// Calls `visit` for the units of the program and its libraries until it returns true. Returns
// whether it did.
bool __offloadcc_each_unit(bool (*visit)(struct __offloadcc_unit *unit, const char *address,
                                         void *data),
                           const char *address, void *data);

// Adds `more` to the number of times that units were registered in the process, and returns the
// sum.
unsigned long __offloadcc_count_changes(unsigned long more);

#endif
