// checkfacts.h - what LLVM has to know of a kernel's values to show that accesses are inside of
// their arrays (checks.h).
//
// LLVM does not know that a thread's index is less than the size of its block. And where it sees
// that a parameter of 32 bits is a half of a slot of 64, it writes the parameter in several ways,
// which it cannot compare.
#ifndef OC_CHECKFACTS_H
#define OC_CHECKFACTS_H

#include "ir/edit.h"

// Adds the facts to a function that only LLVM is to look at. `usual`: the launch has less than 2^31
// threads in each dimension. So indices and sizes are not negative as numbers of 32 bits.
void oc_checkfacts_tell(struct oc_edit *edit, LLVMValueRef function, bool usual);

#endif
