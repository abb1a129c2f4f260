// ids.h - global ids that are written by hand.
//
// `offload_block_id(0) * offload_block_size(0) + offload_thread_id(0)` is what CUDA programs write
// for offload_global_id(0). Said that way, it tells that nothing depends on where a block begins.
#ifndef OC_IDS_H
#define OC_IDS_H

#include "ir/ir.h"

// Makes calls of __offloadcc_global_id of such sums in a function, whose variables were promoted.
void oc_ids_find(struct oc_ir *ir, LLVMValueRef function);

#endif
