// bitpeers.h - peers (peers.h) that are found by ballots, one for each bit of a key.
//
//     same = ~0u;
//     for (int k = 0; k < 4; k++) {
//         unsigned set = offload_lane_ballot(digit >> k & 1);
//         same &= digit >> k & 1 ? set : ~set;
//     }
//
// is offload_lane_match_any(digit), if all lanes of the group are there. Sorts by digits find lanes
// with the same digit in this way. Other modules know what lanes do with their peers only by the
// match (tallies.h), which they may then remove. A match that stays is slower than a few ballots.
#ifndef OC_BITPEERS_H
#define OC_BITPEERS_H

#include "ir/ir.h"

// In the code of a group in which no lane is missing: makes matches of such ballots, where all
// lanes come.
void oc_bitpeers_find(struct oc_ir *ir, LLVMValueRef function);

// Makes ballots again of the matches that are left of these.
void oc_bitpeers_restore(struct oc_ir *ir, LLVMValueRef function);

#endif
