// limits.h - grids that a maker's GPUs cannot run. NVIDIA's driver refuses them without saying why;
// in libomptarget's packets for AMD's GPUs the number of threads would lose its upper bits, and a
// part of the grid would run.
#ifndef OC_RUNTIME_LIMITS_H
#define OC_RUNTIME_LIMITS_H

#include "runtime/abi.h"
#include "runtime/devices/gpus.h"

// Says in `problem` why GPUs of this maker cannot run the grid, and how to mend it. False: they
// can.
bool __offloadcc_exceeds(enum gpu_maker maker, const struct __offloadcc_grid *grid, char *problem,
                         size_t size);

#endif
