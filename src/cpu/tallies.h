// tallies.h - lanes that count their values in a block's shared memory.
//
//     peers = offload_lane_match_any(key);
//     if (lane == ctz(peers))
//         offload_atomic_add(&count[key], popcount(peers));
//
// A GPU has the lanes with the same key add once. On a CPU, finding them costs more than it saves:
// a block is on one core, and its atomics are plain operations (relax.h). So here each lane adds 1.
// If the result is used, the lanes do that in their order, and
//
//     start = offload_lane_shuffle(result, ctz(peers));
//     place = start + popcount(peers & lanes_before);
//
// is the result of the lane's own addition. With nothing left that needs its result, the match
// disappears. Atomic operations that may be done several times, such as `or`, are done by each
// lane, too.
//
// Atomics on other memory stay as they are: each of them costs, and other cores may come between
// those of two lanes.
#ifndef OC_TALLIES_H
#define OC_TALLIES_H

#include "ir/ir.h"

// Changes the code of a group of `lanes`. `shared`: the variables of a block. Returns false after a
// reported failure.
bool oc_tallies_make(struct oc_ir *ir, LLVMValueRef function, unsigned lanes,
                     const struct oc_values *shared);

#endif
