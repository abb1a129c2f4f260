// accesses.h - finds the instructions that access an array, from a pointer to it.
//
// Every use of the pointer is followed: through address arithmetic and into called functions of the
// module, but not through memory.
#ifndef OC_ACCESSES_H
#define OC_ACCESSES_H

#include "ir/ir.h"

struct oc_accesses {
    struct oc_values reads, writes; // the instructions, also those in called functions
    struct oc_values pointers;      // those of `writes` that store a pointer into the array
    bool unknown;  // there may be more: an address is stored, or passed to an unknown function
    bool compared; // an address in the array is compared with a pointer other than null
};

// Finds the accesses to the array that `pointer` points to; or those to all arrays that `pointers`
// point to.
void oc_accesses_of(struct oc_ir *ir, LLVMValueRef pointer, struct oc_accesses *out);
void oc_accesses_collect(struct oc_ir *ir, const struct oc_values *pointers,
                         struct oc_accesses *out);

// Whether the code does not need the array: the pointer is at most compared with null.
bool oc_accesses_are_none(const struct oc_accesses *accesses);

#endif
