// exits.h - NVIDIA GPUs: threads of a kernel that return while others go on end where they return.
//
//     for (...) { offload_barrier(); if (a) { if (b) return; ... } offload_lanes_sync(); }
//
// The lanes that come to offload_lanes_sync() are those that have not returned, which those that
// have not taken the branch on `a` do not know. They need not know: what waits for the lanes of a
// mask does not wait for lanes that have ended. So here the return becomes PTX's `exit` under a
// condition, where the others go on:
//
//     for (...) { offload_barrier(); if (a) { r = b; if (r) ...; @r exit; ... }
//     offload_lanes_sync(); }
//
// That does not part the lanes that go on, and their masks may have lanes that have ended.
#ifndef OC_EXITS_H
#define OC_EXITS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Does that in a kernel, or in a function that a kernel calls last, for threads that come to no
// barrier and to none of `calls` any more. Sets *any to whether there are such threads. Returns
// false after a reported failure.
bool oc_exits_make(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef function,
                   const struct oc_values *calls, bool *any);

#endif
