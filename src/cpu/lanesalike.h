// lanesalike.h - values in the code of one group that are the same for its lanes (groups.h).
#ifndef OC_LANESALIKE_H
#define OC_LANESALIKE_H

#include "ir/ir.h"

struct oc_loop_info; // (ir/llvm_shim.h)

// Whether a value is the same for all lanes that come to `block` together. Other lanes of the group
// may have gone another way; for such blocks, oc_uniform_is says that no value is the same. Lanes
// that leave a loop in different turns may have different values of what is computed in the loop.
bool oc_lanesalike_is(const struct oc_loop_info *loops, LLVMBasicBlockRef block,
                      LLVMValueRef value);

// The same for the lanes that also have the same `key`.
bool oc_lanesalike_by_key(const struct oc_loop_info *loops, LLVMBasicBlockRef block,
                          LLVMValueRef value, LLVMValueRef key);

#endif
