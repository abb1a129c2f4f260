// accesses.h - what code does with an array: every use of its address is followed, through address
// arithmetic, into functions that are called, but not through memory.
#ifndef OC_ACCESSES_H
#define OC_ACCESSES_H

#include "ir/ir.h"

struct oc_accesses {
    struct oc_values reads, writes; // instructions, also of functions that are called
    struct oc_values pointers;      // those that write a pointer
    bool unknown;                   // and in ways that are not understood
    bool compared;                  // an address in it is compared with another that is not null
};

// Of the array that a pointer points to, or that any of several do.
void oc_accesses_of(struct oc_ir *ir, LLVMValueRef pointer, struct oc_accesses *out);
void oc_accesses_collect(struct oc_ir *ir, const struct oc_values *pointers,
                         struct oc_accesses *out);

// Whether the array need not be there: at most, whether the pointer is null is asked.
bool oc_accesses_are_none(const struct oc_accesses *accesses);

#endif
