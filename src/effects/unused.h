// unused.h - finds arrays that no code of a kernel uses, at any level of optimisation: they need
// not be mapped.
//
// It is not enough that optimised code neither reads nor writes the array (usage.h). An unused
// array has no memory on the device, so no code that is executed may access it, not even a load
// whose result nobody uses. So this looks at a copy of the module in which no load was removed
// (unoptimised.h). A comparison of the pointer with null does not use the array.
//
// In an array of structs, the array that a member points to is unused if the kernel does not load
// that pointer, or does not use what it loaded.
#ifndef OC_UNUSED_H
#define OC_UNUSED_H

#include "ir/ir.h"
#include "model/unit.h"

// Sets unused[i] for each array that the kernel describes (oc_kernel_described_count of
// kernelargs.h). `thread` is the kernel's thread function in such a copy.
void oc_unused_find(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread,
                    bool *unused);

#endif
