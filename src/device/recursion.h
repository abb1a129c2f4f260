// recursion.h - recursive functions of device code.
//
// LLVM finds functions that are not recursive only if it optimises. For a kernel that may recurse,
// the size of the stack is not known. libomptarget 22 then gives it 16 KiB on AMD GPUs, though even
// a single frame may be larger.
//
// On NVIDIA GPUs, the lanes of a warp may come back from a recursive function at different times if
// they recursed to different depths, though ptxas 13.0 takes them to be together after the call:
// some came to a barrier twice while others were not there yet, and values that a warp's lanes have
// in common (in uniform registers) were those of the lanes that were ahead.
#ifndef OC_RECURSION_H
#define OC_RECURSION_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Marks the functions that neither are part of a recursion nor call such a function, for the back
// end (`norecurse`).
void oc_recursion_mark(struct oc_ir *ir);

// Lets the lanes that call a recursive function wait for each other after the call, where the
// caller is not recursive. Lanes that have returned from a kernel must not wait: others may wait
// for them at a barrier, so calls of what only calls such a function are left alone. Does nothing
// if the target needs none of that. Call it after oc_recursion_mark.
void oc_recursion_join_lanes(struct oc_ir *ir, const struct oc_lowering *lowering);

#endif
