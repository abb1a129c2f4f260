// cost.h - how long threads of each kernel take, to tell whether a launch is worth the other cores.
#ifndef OC_RUNTIME_COST_H
#define OC_RUNTIME_COST_H

#include "runtime/abi.h"

#include <stdbool.h>

// Returns the picoseconds that a thread of this blocks function takes on one core, from what is
// known of the last launches. 0: nothing is known.
unsigned long __offloadcc_cost_of_thread(__offloadcc_blocks_fn *blocks);

// Notes that a thread took so many picoseconds. `alone`: while no other core took part. Else it is
// at most that: data that other cores have written takes longer to come, and a core that sleeps
// counts too.
void __offloadcc_note_cost(__offloadcc_blocks_fn *blocks, unsigned long picoseconds, bool alone);

#endif
