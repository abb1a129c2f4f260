// cpu.c - a grid on the CPU's cores, through OpenMP's threads.
#include "runtime/runtime.h"

#include <stddef.h>

_Static_assert(offsetof(struct offload_launch, __kernel) == 64, "launch_thunk.S");
_Static_assert(offsetof(struct offload_launch, __outer) == 72, "launch_thunk.S");
_Static_assert(offsetof(struct __offloadcc_state, armed) == 8, "launch_thunk.S");

void __offloadcc_run_blocks(__offloadcc_blocks_fn *blocks, void *const *slots,
                            const struct __offloadcc_grid *grid) {
    const unsigned int *count = grid->__offloadcc_block_count;
    unsigned long total = (unsigned long)count[0] * count[1] * count[2];
    if (total == 1) {
        blocks(slots, grid, 0, 1);
        return;
    }
    // The schedule is OMP_SCHEDULE's; without it, each core gets one run of neighbouring blocks.
#pragma omp parallel for schedule(runtime)
    for (unsigned long block = 0; block < total; block++)
        blocks(slots, grid, block, block + 1);
}
