// cpu.h - runs a grid on the CPU's cores.
#ifndef OC_RUNTIME_CPU_H
#define OC_RUNTIME_CPU_H

#include "runtime/abi.h"

// Runs all blocks of a grid on the CPU's cores. `grid` is the first member of a
// struct __offloadcc_launched (guarded.h).
void __offloadcc_run_blocks(__offloadcc_blocks_fn *blocks, void *const *slots,
                            const struct __offloadcc_grid *grid,
                            const struct __offloadcc_frame *frame);

#endif
