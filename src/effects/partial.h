// partial.h - finds arrays that a kernel cannot write whole, whatever the launch.
//
// It is not enough that there is no proof of the contrary (coverage.h). One of these has to be
// shown, for all stores to the array:
// - no store is to its first element, or none to its last: only threads with certain indices, in
//   certain iterations of loops, compute its address, and for these a condition excludes the store,
//   as with if (i > 0 && i < n - 1);
// - the addresses leave out whole elements, as those of y[2 * i] do;
// - the addresses are the same for all threads, and there are few of them, as with y[k].
// Dimensions that are arguments are assumed to be at least 2.
#ifndef OC_PARTIAL_H
#define OC_PARTIAL_H

#include "effects/coverage.h"

// Returns what the kernel leaves unwritten of the array of parameter `param`, for a message: "the
// kernel never writes its first element". NULL if it may write all of it. The other parameters are
// those of oc_coverage_find.
const char *oc_partial_find(struct oc_ir *ir, const struct oc_kernel *kernel, size_t param,
                            LLVMValueRef thread, const struct oc_accesses *accesses);

#endif
