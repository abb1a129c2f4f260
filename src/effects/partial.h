// partial.h - arrays that a kernel cannot write whole, whatever the launch.
//
// That is more than that no proof was found (coverage.h). One of these has to be shown, of all that
// the kernel writes:
// - nothing comes to the array's first element, or to its last: only threads with certain indices,
//   and certain turns of loops, have its address, and for those the way to the store is closed, as
//   by if (i > 0 && i < n - 1);
// - all addresses leave out whole elements, as those of y[2 * i] do;
// - all addresses are the same for all threads, and there are few, as of y[k].
// It is enough that this holds in launches whose arrays are not tiny.
#ifndef OC_PARTIAL_H
#define OC_PARTIAL_H

#include "effects/coverage.h"

// What the kernel leaves unwritten of the parameter `param`, as in "the kernel never writes its
// first element"; NULL: it may write all.
const char *oc_partial_find(struct oc_ir *ir, const struct oc_kernel *kernel, size_t param,
                            LLVMValueRef thread, const struct oc_accesses *accesses);

#endif
