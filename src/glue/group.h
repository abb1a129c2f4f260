// glue/group.h - the ABI between the code that runs one group of lanes (src/cpu/groups.h) and the
// function that calls it for each group of a launch (builtins/cpu.c).
#ifndef OC_GLUE_GROUP_H
#define OC_GLUE_GROUP_H

#ifndef OC_RUNTIME_H
#include "glue/preamble.h"
#endif

// A body function (glue.h) that runs the threads of one group as a block of `size` threads in x. It
// is called with the address of a struct __offloadcc_group, which begins with a grid of one block.
typedef void __offloadcc_group_fn(void *const *slots, const struct __offloadcc_grid *grid,
                                  unsigned long first, unsigned long last, void *memory,
                                  unsigned int size, unsigned int one, unsigned int other_one);

// Where a group is.
struct __offloadcc_group {
    struct __offloadcc_grid grid; // its first member, for the loops: one block
    // Of the first lane: its index in the block, and in the grid, in x, each divided by the number
    // of lanes.
    unsigned long x, global_x;
    unsigned int y, z;           // its index in the block
    unsigned int block[3];       // the block's index
    unsigned int block_size[3];  // of the launch, in threads
    unsigned int block_count[3]; // of the launch
};

// Runs all groups of the blocks `first` to `last` - 1, one after the other. The size of a block in
// x is a multiple of the number of lanes.
void __offloadcc_run_groups(__offloadcc_group_fn *run, void *const *slots,
                            const struct __offloadcc_grid *grid, unsigned long first,
                            unsigned long last, void *memory, unsigned int lanes);

// The same for groups that wait at barriers. `run` starts a group's coroutine (builtins/cpu.c): it
// takes the address of a result, NULL, after the arguments of a __offloadcc_group_fn. Each group
// needs so many bytes of the memory for itself.
typedef void *__offloadcc_waiting_group_fn(void *const *slots, const struct __offloadcc_grid *grid,
                                           unsigned long first, unsigned long last, void *memory,
                                           unsigned int size, unsigned int one,
                                           unsigned int other_one, void *result);
void __offloadcc_run_waiting_groups(__offloadcc_waiting_group_fn *run, void *const *slots,
                                    const struct __offloadcc_grid *grid, unsigned long first,
                                    unsigned long last, void *memory, unsigned int lanes,
                                    unsigned long bytes);

#endif
