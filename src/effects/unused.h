// unused.h - arrays that no code of a kernel uses, however it is compiled: they need not be mapped.
//
// That is more than that an array is neither read nor written in the end (usage.h): nothing that is
// executed at any level of optimisation may access it, since its address means nothing where the
// code runs. So this looks at a copy of the module in which no load was dropped (unoptimised.h).
// Asking whether the pointer is null is not a use of the array.
//
// What pointers in arrays of structs point to is unused if the kernel does not load the pointer, or
// does not use what it loaded.
#ifndef OC_UNUSED_H
#define OC_UNUSED_H

#include "ir/ir.h"
#include "model/unit.h"

// Sets flags, by the numbers of maps.h (oc_kernel_described_count), from a kernel's thread function
// in such a copy.
void oc_unused_find(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread,
                    bool *unused);

#endif
