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

// Which one an address is in; false: none.
bool __offloadcc_find_variable(const char *address, struct variable *found);

// Whether the address is in a device variable, on the host.
bool __offloadcc_is_variable(const char *address);

#endif
