// streaming.h - loads and stores of data that is not used again soon, and prefetches, on NVIDIA
// GPUs.
#ifndef OC_STREAMING_H
#define OC_STREAMING_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Replaces accesses that are marked nontemporal (offload_cache.h) by inline assembly, ld.cs and
// st.cs, and prefetches by prefetch. LLVM 22 writes plain ld and st, and no prefetch. Call it right
// before code generation.
void oc_streaming_write(struct oc_ir *ir, const struct oc_lowering *lowering);

#endif
