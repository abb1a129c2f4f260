// variables.h - device variables, by their addresses on the host.
#ifndef OC_RUNTIME_VARIABLES_H
#define OC_RUNTIME_VARIABLES_H

#include "runtime/abi.h"
#include <stdbool.h>

// A device variable on the host, and the unit whose images define its copies.
struct variable {
    struct __offloadcc_unit *unit;
    const struct __offloadcc_entry *entry;
};

// Finds the device variable that contains a host address. Returns false if there is none.
bool __offloadcc_find_variable(const char *address, struct variable *found);

// Whether a host address is in a device variable.
bool __offloadcc_is_variable(const char *address);

#endif
