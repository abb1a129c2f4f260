// cooperation.h - cooperative launches on a device: all blocks of the grid have to fit there at the
// same time. together.h has those on the CPU.
#ifndef OC_RUNTIME_COOPERATION_H
#define OC_RUNTIME_COOPERATION_H

#include "runtime/launch/grid.h"

// If the launch is cooperative, asks the device how many blocks of the grid it can run at the same
// time. Makes that the grid's number of blocks, if the options leave it to the device; else ends
// the program with a message if the grid has more.
void __offloadcc_fit_grid(const struct __offloadcc_kernel *kernel,
                          const struct offload_launch *launch, int device,
                          struct __offloadcc_grid *grid);

#endif
