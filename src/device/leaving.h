// leaving.h - AMD GPUs: threads that return finish before others of their wavefront wait.
//
// In `if (a) { x[i] = s[j]; return; } offload_barrier();`, a barrier waits for wavefronts, and not
// for the lanes of its own that have not returned yet. LLVM may put what they do after the barrier.
// So they do a copy of that first, and all lanes meet before the others go on:
//
//     if (a) { x[i] = s[j]; }    meet;    if (!a) { offload_barrier(); ... }
#ifndef OC_LEAVING_H
#define OC_LEAVING_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Does that in all functions of the module that may wait at a barrier. Returns false after a
// reported failure.
bool oc_leaving_finish(struct oc_ir *ir, const struct oc_lowering *lowering);

#endif
