// narrowids.h - GPUs: a thread's index is computed with 32 bits where the source uses no more of
// them.
//
// `int i = offload_global_id(0)` keeps the low half of a size_t. LLVM computes the whole size_t,
// and takes its low half again at each use. That needs two or three more instructions, and a
// register.
#ifndef OC_NARROWIDS_H
#define OC_NARROWIDS_H

#include "ir/ir.h"

// Replaces the calls of offload_global_id whose results are all converted to 32 bits or fewer.
// Call it before the device library is linked.
void oc_narrow_ids(struct oc_ir *ir);

#endif
