// cost.h - how long threads of each kernel take, to tell how many cores a launch is worth.
#ifndef OC_RUNTIME_COST_H
#define OC_RUNTIME_COST_H

#include "runtime/abi.h"

// What a thread of a kernel takes on one core, in picoseconds. 0: it is not known.
struct __offloadcc_cost {
    unsigned long alone;  // while no other core takes part in the launch: an estimate
    unsigned long shared; // in the last launch in which others did. It may be longer, because a
                          // core waits for data that others have written
};

struct __offloadcc_cost __offloadcc_cost_of_thread(__offloadcc_blocks_fn *blocks);

// Note that a thread took so many picoseconds.
void __offloadcc_note_alone(__offloadcc_blocks_fn *blocks, unsigned long picoseconds);
void __offloadcc_note_shared(__offloadcc_blocks_fn *blocks, unsigned long picoseconds);

#endif
