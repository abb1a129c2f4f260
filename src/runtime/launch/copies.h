// copies.h - kernels that run on the CPU while their arrays are on a device.
#ifndef OC_RUNTIME_COPIES_H
#define OC_RUNTIME_COPIES_H

#include "runtime/data/entries.h"

// Runs a kernel on the CPU whose arrays are on the device, on copies of them. Returns false, and
// runs nothing, where none is. Ends the program where what a struct points to is on the device.
bool __offloadcc_run_on_copies(const struct __offloadcc_entries *entries, int device,
                               const struct __offloadcc_grid *grid, void *const *slots);

#endif
