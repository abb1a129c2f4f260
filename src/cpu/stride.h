// stride.h - loops in which threads take turns at the elements of an array.
//
// In `for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))` each thread counts
// for itself, so LLVM sees a loop over distant elements for each. Written as
//
//     for (size_t k = 0; k < n; k += offload_global_size(0))
//         if (offload_global_id(0) + k < n) ...
//
// its control is the same for all threads, and strips.h can put it outside of the x loop, where
// neighbouring threads meet neighbouring elements. A thread may have an idle turn at the end. Each
// thread's own turns keep their order. Counters of 64 bits come to no end of numbers in a program's
// time. One of 32 bits may wrap, and is left as it is, unless C says that it does not: `i +=
// stride` with two ints.
#ifndef OC_STRIDE_H
#define OC_STRIDE_H

#include "ir/ir.h"

// Rewrites such loops in a function of a thread's code, whose variables were promoted, and whose
// loops have their conditions in front: loops over the grid or a block that nothing else leaves.
void oc_stride_loops(struct oc_ir *ir, LLVMValueRef function);

#endif
