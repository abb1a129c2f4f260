// grid.h - the grid of a launch, from its options.
#ifndef OC_RUNTIME_GRID_H
#define OC_RUNTIME_GRID_H

#include "offload.h"
#include "runtime/abi.h"
#include <stdbool.h>

// Fills in the grid of a launch. Returns false where there is nothing to run. Ends the program
// where the options ask for what no device has.
bool __offloadcc_make_grid(const struct __offloadcc_kernel *kernel,
                           const struct offload_launch *launch, struct __offloadcc_grid *grid);

// A grid that fills the CPU: a block of few threads for each core, unless the launch says
// otherwise. So a block goes through its stretch of an offload_for once, from end to end, as a loop
// of the host's would.
void __offloadcc_fill_cpu(const struct __offloadcc_kernel *kernel,
                          const struct offload_launch *launch, struct __offloadcc_grid *grid);

#endif
