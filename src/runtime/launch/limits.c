#include "runtime/launch/limits.h"

#include <stdint.h>
#include <stdio.h>

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": of y and z.
enum { NVIDIA_BLOCKS = 65535, NVIDIA_BLOCK_DEPTH = 64 };

static uint64_t threads(const struct __offloadcc_grid *grid, int d) {
    return (uint64_t)grid->__offloadcc_block_count[d] * grid->__offloadcc_block_size[d];
}

bool __offloadcc_exceeds(enum gpu_maker maker, const struct __offloadcc_grid *grid, char *problem,
                         size_t size) {
    for (int d = 0; d < 3; d++) {
        if (maker == AMD && threads(grid, d) > UINT32_MAX) {
            snprintf(problem, size,
                     "%lu threads in dimension %d are too many for AMD's GPUs, which run fewer "
                     "than 2^32; launch fewer, and share out the elements among them by "
                     "offload_for",
                     (unsigned long)threads(grid, d), d);
            return true;
        }
        if (maker == NVIDIA && d > 0 && grid->__offloadcc_block_count[d] > NVIDIA_BLOCKS) {
            snprintf(problem, size,
                     "%u blocks in dimension %d are too many for NVIDIA's GPUs, which run at most "
                     "%d; let dimension 0 be the largest, or the blocks be larger in this one",
                     grid->__offloadcc_block_count[d], d, NVIDIA_BLOCKS);
            return true;
        }
    }
    if (maker == NVIDIA && grid->__offloadcc_block_size[2] > NVIDIA_BLOCK_DEPTH) {
        snprintf(problem, size,
                 "blocks of %u threads in dimension 2 are too large for NVIDIA's GPUs, which have "
                 "at most %d; let dimension 0 or 1 be the larger one",
                 grid->__offloadcc_block_size[2], NVIDIA_BLOCK_DEPTH);
        return true;
    }
    return false;
}
