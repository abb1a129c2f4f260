// structs.h - which bytes of the structs in an array an access covers.
#ifndef OC_STRUCTS_H
#define OC_STRUCTS_H

#include "ir/ir.h"

#include <llvm-c/Target.h>

struct oc_structs {
    LLVMTargetDataRef layout;
    const struct oc_values *pointers; // to the first of the structs
    uint64_t size;                    // of one, in bytes; 0: not known
};

// Bytes of a struct; they may go on into the next one.
struct oc_span {
    uint64_t offset, size;
};

// Sets *offset to the byte of its struct that an address points to. Returns false if that is not
// known.
bool oc_structs_offset(const struct oc_structs *structs, LLVMValueRef address, uint64_t *offset);

// Whether a span has bytes of the pointer that is at an offset in each struct.
bool oc_structs_overlap(const struct oc_structs *structs, struct oc_span span, uint64_t pointer);

#endif
