// leaders.h - values that all lanes of a group get from one of them, the leader.
//
//     leader = ctz(mask)                                         mask: of the lanes that voted
//     if (lane == leader) start = atomic_add(counter, popcount(mask))
//     start = shuffle(start, leader)
//
// In general, a shuffle by a number that is not constant may read a lane that does not take part,
// and each lane may read another one. If the lanes that have voted also make the shuffle, and no
// others do, then the leader takes part, and all of them get its value. Likewise, lanes that get
// the value of the first or last of those with the same key (peers.h) read one that takes part.
#ifndef OC_LEADERS_H
#define OC_LEADERS_H

#include "ir/paths.h"

// Marks such shuffles in the code of a group of `lanes` as OC_SHUFFLE_SAME or OC_SHUFFLE_PEER
// (lanevectors.h). Questions whether the leader is in its mask are answered. Returns false after a
// reported failure.
bool oc_leaders_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

// Whether the lanes that leave a block all come to another block next, and none come there
// otherwise. The blocks may be the same.
bool oc_leaders_stay_together(const struct oc_paths *paths, LLVMBasicBlockRef from,
                              LLVMBasicBlockRef to);

#endif
