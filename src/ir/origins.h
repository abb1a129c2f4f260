// origins.h - where an address comes from: which array, and which element of it.
//
// An address is followed through arithmetic, and through variables that hold pointers into one
// array only.
#ifndef OC_ORIGINS_H
#define OC_ORIGINS_H

#include "ir/edit.h"

// What an address is computed from: an argument, a variable, or the result of an instruction. NULL
// if it may be one of several.
LLVMValueRef oc_origin(struct oc_ir *ir, LLVMValueRef address);

// What is added to an array's address: `index` elements and `bytes`, of which each may be NULL.
struct oc_offset {
    LLVMValueRef index, bytes;
};

// Builds the offset of an address from the origin that it has, an array of elements of `size`
// bytes.
struct oc_offset oc_offset_from(struct oc_edit *edit, LLVMValueRef address, LLVMValueRef base,
                                uint64_t size);

#endif
