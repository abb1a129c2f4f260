// returns.h - NVIDIA GPUs: lanes that are to return first meet the lanes that go on.
//
//     for (...) { offload_barrier(); if (a) { if (b) return; ... } offload_lanes_sync(); }
//
// The lanes that come to offload_lanes_sync() are those that have not returned, which those that
// have not taken the branch on `a` do not know. Here the lanes that return first leave the inner
// branch and meet the others:
//
//     for (...) { offload_barrier(); if (a) { if (b) r = 1; else ... } if (r) return; ... }
//
// Likewise, lanes that leave a loop to several places first meet after it. Neither is done where
// lanes could wait at a barrier before they meet: others would wait for them there.
#ifndef OC_RETURNS_H
#define OC_RETURNS_H

#include "ir/ir.h"

// Does that in a function. `calls`: calls that lanes must not come to before those that return have
// left; `branches`: the branches that may part lanes. Returns false after a reported failure.
bool oc_returns_delay(struct oc_ir *ir, LLVMValueRef function, const struct oc_values *calls,
                      const struct oc_values *branches);

#endif
