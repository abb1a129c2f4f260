// barriers.h - which functions of GPU code may wait at a barrier of the block.
#ifndef OC_DEVICE_BARRIERS_H
#define OC_DEVICE_BARRIERS_H

#include "ir/ir.h"

// Whether a function is a barrier of an NVIDIA or AMD GPU, or may call one by name.
bool oc_barriers_may_wait(struct oc_ir *ir, LLVMValueRef function);

// Whether a block calls such a function. What is called through a pointer may be one.
bool oc_barriers_block_may_wait(struct oc_ir *ir, LLVMBasicBlockRef block);

#endif
