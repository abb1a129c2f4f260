// spots.h - an address as a constant number of bytes after another one.
#ifndef OC_SPOTS_H
#define OC_SPOTS_H

#include "ir/ir.h"

#include <llvm-c/Target.h>

struct oc_spot {
    LLVMValueRef base; // in another address space, perhaps
    uint64_t offset;   // modulo 2^64
};

// Follows a pointer through getelementptr instructions with constant indices, and from one address
// space to another.
struct oc_spot oc_spot_of(LLVMTargetDataRef layout, LLVMValueRef pointer);

#endif
