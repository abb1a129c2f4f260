// tallies.h - lanes that count their values in a block's shared memory.
//
//     peers = offload_lane_match_any(key);
//     if (lane == ctz(peers))
//         offload_atomic_add(&count[key], popcount(peers));
//
// On a GPU, one addition for all lanes with the same key saves time. On a CPU, finding these lanes
// costs more than it saves: a block runs on one core, and its atomics are plain operations
// (relax.h). So here each lane adds 1. The leader may also load the counter and store it. If the
// result is used, the lanes add in their order, and
//
//     start = offload_lane_shuffle(result, ctz(peers));
//     place = start + popcount(peers & lanes_before);
//
// is the result of the lane's own addition. The match is removed if nothing else uses its result.
// An atomic operation that may be done several times, such as `or`, is also done by each lane.
//
// Atomics on other memory stay as they are. There an atomic for each lane takes time, and other
// cores may change the memory between the atomics of two lanes.
#ifndef OC_TALLIES_H
#define OC_TALLIES_H

#include "ir/ir.h"

// Changes the code of a group of so many lanes. `shared`: the block's shared variables. Returns
// false after a reported failure.
bool oc_tallies_make(struct oc_ir *ir, LLVMValueRef function, unsigned lanes,
                     const struct oc_values *shared);

#endif
