// peers.h - peers: the lanes of a group that passed the same value to a match.
//
// The value is the peers' key. One of the peers is their leader. This module recognises values that
// are computed from peers in the code of one group (groups.h), such as
//
//     peers = offload_lane_match_any(key)
//     if (lane == ctz(peers)) atomic_add(&count[key], popcount(peers))      a leader for each key
//     place = popcount(peers & lanes_before)                                a lane's place
#ifndef OC_PEERS_H
#define OC_PEERS_H

#include "ir/ir.h"

struct oc_loop_info; // (ir/llvm_shim.h)

// The peers of a lane, or some of them.
struct oc_peers {
    LLVMValueRef match;   // the call of the match that found them; NULL: there are none
    LLVMValueRef mask;    // only the peers in this mask; NULL: all that the match found
    bool is_last;         // the leader is the last peer, not the first
    bool is_leader_there; // a lane that compares equal to the leader is one of the peers
};

// The peers of which a value is the mask, the leader's number, or the count. Their match is NULL if
// the value is something else. `lanes`: how many lanes a group has.
struct oc_peers oc_peers_mask(LLVMValueRef value, unsigned lanes);
struct oc_peers oc_peers_leader(LLVMValueRef value, unsigned lanes);
struct oc_peers oc_peers_count(LLVMValueRef value, unsigned lanes);

// The peers of which a condition asks whether this lane is the leader. Their match is NULL if the
// condition is another one.
struct oc_peers oc_peers_asks_for_leader(LLVMValueRef condition, unsigned lanes);

// Whether both are the same lanes of the same match.
bool oc_peers_are_same(const struct oc_peers *left, const struct oc_peers *right);

// The value that all peers passed to the match, before it was extended: different values are
// different after an extension, too.
LLVMValueRef oc_peers_key(const struct oc_peers *peers);

// Whether a value is the mask of all lanes before this one.
bool oc_peers_is_mask_before(LLVMValueRef value);

// If a value is the number of peers before this lane: their match. Else NULL.
LLVMValueRef oc_peers_counts_before(LLVMValueRef value, unsigned lanes);

// Simplifies masks of peers that are combined with a ballot by `&`, if each lane that comes to the
// match has voted yes in the ballot: then the mask is the same without it. Returns false after a
// reported failure.
bool oc_peers_simplify(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
