// turns.h - how many turns a loop in a thread's code takes, and what is in it.
#ifndef OC_TURNS_H
#define OC_TURNS_H

#include "cpu/analysis/body.h"

// Whether a node of a loop has an edge that leads out of the loop.
bool oc_turns_way_out(const struct oc_body *body, struct oc_bits loop, size_t node);

// How many instructions nodes have.
size_t oc_turns_instructions(const struct oc_body *body, struct oc_bits nodes);

// Whether a loop takes few turns, of a number that is constant, so that LLVM will unroll it whole.
// Then it is not in the way of vectors.
bool oc_turns_are_few(const struct oc_body *body, struct oc_bits loop);

#endif
