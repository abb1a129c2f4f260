// peers.h - the lanes of a group that passed the same value to a match, in the code of one group
// (groups.h).
//
//     peers = offload_lane_match_any(key)
//     if (lane == ctz(peers)) atomic_add(&count[key], popcount(peers))      a leader for each key
//     place = popcount(peers & lanes_before)                                a lane's place
#ifndef OC_PEERS_H
#define OC_PEERS_H

#include "ir/ir.h"

struct oc_loop_info; // (ir/llvm_shim.h)

// Masks of lanes with the same key: what a match returned, maybe of fewer lanes.
struct oc_peers {
    LLVMValueRef match;   // the call; NULL: a value is something else
    LLVMValueRef mask;    // the result is a part of this mask; NULL: it is whole
    bool is_last;         // the leader is the last of them, not the first
    bool is_leader_there; // a lane that is found to be the leader is one of them
};

// What a value says of peers: it is their mask, with the bits of all `lanes`; the number of their
// leader; or how many they are.
struct oc_peers oc_peers_mask(LLVMValueRef value, unsigned lanes);
struct oc_peers oc_peers_leader(LLVMValueRef value, unsigned lanes);
struct oc_peers oc_peers_count(LLVMValueRef value, unsigned lanes);

// Whether a condition asks whether this lane is the leader.
struct oc_peers oc_peers_asks_for_leader(LLVMValueRef condition, unsigned lanes);

bool oc_peers_are_same(const struct oc_peers *left, const struct oc_peers *right);

// What all of them passed: without extensions, which keep different values different.
LLVMValueRef oc_peers_key(const struct oc_peers *peers);

// Whether a value is the mask of the lanes before this one; and the match of which a value counts
// the lanes before this one, or NULL.
bool oc_peers_is_mask_before(LLVMValueRef value);
LLVMValueRef oc_peers_counts_before(LLVMValueRef value, unsigned lanes);

// Leaves out of masks of peers what is no condition: the ballot of lanes that all voted for what
// leads to the match. Returns false after a reported failure.
bool oc_peers_simplify(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
