// pointercalls.h - calls functions by name where a call through a pointer means them.
//
// A call through `f` becomes
//
//     if (f == one) result = one(x);
//     else if (f == other) result = other(x);
//     else result = f(x);
//
// A caller begins with oc_pointercalls_begin. For each function, it calls oc_pointercalls_compare,
// builds the call by name, and calls oc_pointercalls_end_call. What is left of the call through the
// pointer is its own to finish.
#ifndef OC_POINTERCALLS_H
#define OC_POINTERCALLS_H

#include "ir/edit.h"

// What comes after such a call.
struct oc_pointercall {
    LLVMValueRef call; // through the pointer
    LLVMBasicBlockRef end;
    LLVMValueRef phi; // the results of all calls, in `end`; NULL: they have none
};

// Splits the block after a call. The phi takes the place of the call's result.
struct oc_pointercall oc_pointercalls_begin(struct oc_edit *edit, LLVMValueRef call);

// Compares the pointer with a function, and moves the builder to where it is the same.
void oc_pointercalls_compare(struct oc_edit *edit, const struct oc_pointercall *at,
                             LLVMValueRef function);

// Ends the builder's block with the result of a call by name.
void oc_pointercalls_end_call(struct oc_edit *edit, const struct oc_pointercall *at,
                              LLVMValueRef result);

#endif
