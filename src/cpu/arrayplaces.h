// arrayplaces.h - reads which place of an array an address is, so that places can be compared.
#ifndef OC_ARRAYPLACES_H
#define OC_ARRAYPLACES_H

#include "ir/ir.h"

enum { OC_ARRAYPLACES_ROWS = 3 };

// A place of an array: base[index], or base[row]...[index], with constants added. The base is a
// parameter of the kernel, or loaded.
struct oc_arrayplace {
    LLVMValueRef base, index; // the index without casts, constants and the block's size
    LLVMValueRef rows[OC_ARRAYPLACES_ROWS]; // NULL: there are no more
    LLVMTypeRef type;                       // of an element
    long constant;                          // added to the address, in bytes
    long sizes;                             // how many times the block's size is added to the index
};

// Returns false if the address has another form, or is in memory of the block's own.
bool oc_arrayplace_read(struct oc_ir *ir, LLVMValueRef address, struct oc_arrayplace *out);

// Whether two places are the same but for what is added.
bool oc_arrayplace_is_alike(const struct oc_arrayplace *one, const struct oc_arrayplace *two);

#endif
