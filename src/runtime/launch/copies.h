// copies.h - kernels that run on the CPU while their arrays are on a device.
#ifndef OC_RUNTIME_COPIES_H
#define OC_RUNTIME_COPIES_H

#include "runtime/data/entries.h"

// Runs a kernel on the CPU with host copies of those of its arrays that are mapped on the device.
// Returns false, and does not run it, if none of its arrays is. Ends the program if an array that a
// struct's pointer points to is mapped on the device.
bool __offloadcc_run_on_copies(const struct __offloadcc_entries *entries, int device,
                               const struct __offloadcc_grid *grid, void *const *slots);

#endif
