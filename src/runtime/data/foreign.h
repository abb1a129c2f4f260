// foreign.h - data that was mapped by something other than a data region, such as
// `#pragma omp target data`.
#ifndef OC_RUNTIME_FOREIGN_H
#define OC_RUNTIME_FOREIGN_H

#include "runtime/data/entries.h"
#include <stddef.h>

// Whether only a part of the range, which has at least one byte, is mapped on the device, as far as
// libomptarget can tell.
bool __offloadcc_is_mapped_in_part(void *start, size_t bytes, int device);

// Whether one mapping contains the whole range there, likewise.
bool __offloadcc_others_hold(void *start, size_t bytes, int device);

// Checks the arguments of a launch on this device. Ends the program if an array is only partly
// mapped, or if a parameter marked offload_device_ptr gets the host address of mapped data.
void __offloadcc_check_foreign(const struct __offloadcc_entries *entries, int device);

#endif
