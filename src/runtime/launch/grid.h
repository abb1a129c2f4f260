// grid.h - the grid of a launch, from its options.
#ifndef OC_RUNTIME_GRID_H
#define OC_RUNTIME_GRID_H

#include "offload.h"
#include "runtime/abi.h"
#include <stdbool.h>

// Fills in the grid of a launch. Returns false if the grid has no threads. Ends the program if the
// options ask for a grid that no device can run.
bool __offloadcc_make_grid(const struct __offloadcc_kernel *kernel,
                           const struct offload_launch *launch, struct __offloadcc_grid *grid);

// Whether all blocks of a launch, or of a plain call (NULL), have to run at the same time.
bool __offloadcc_is_cooperative(const struct offload_launch *launch);

// Whether the options leave the number of blocks to the device.
bool __offloadcc_fills(const struct offload_launch *launch);

// Makes a grid that fills the CPU: one block of few threads for each core, unless the launch says
// otherwise. So a block goes through its range of an offload_for once, from the first index to the
// last, as a loop in host code would.
void __offloadcc_fill_cpu(const struct __offloadcc_kernel *kernel,
                          const struct offload_launch *launch, struct __offloadcc_grid *grid);

#endif
