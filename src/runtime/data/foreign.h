// foreign.h - what others than data regions have mapped.
#ifndef OC_RUNTIME_FOREIGN_H
#define OC_RUNTIME_FOREIGN_H

#include "runtime/data/entries.h"
#include <stddef.h>

// Whether only a part of a stretch, of at least one byte, is mapped on the device, as far as that
// can be seen.
bool __offloadcc_is_mapped_in_part(void *start, size_t bytes, int device);

// Whether all of it is mapped as one there, likewise.
bool __offloadcc_others_hold(void *start, size_t bytes, int device);

// Ends the program where only a part is mapped of an argument of a launch on this device, and where
// a device pointer is an address that the host alone has for something on the device.
void __offloadcc_check_foreign(const struct __offloadcc_entries *entries, int device);

#endif
