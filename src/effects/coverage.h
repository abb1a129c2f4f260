// coverage.h - arrays that a kernel writes whole.
//
// An array is written whole if, for every element, some thread comes to a store to it. The proof is
// of stores whose address is a sum of counters (algebra.h), each times what the counters inside it
// span, such as
//
//     y[row * width + column]    4 bytes * column + 4 * width bytes * row
//
// The ranges of the inner counters follow from that, and that of the outermost from the parameter's
// bounds; where these are not just numbers and parameters, what counters are compared with is
// tried. For every value of the counters within their ranges, every way through the code must then
// lead to the store: from the kernel's start to the outermost loop or the store, and from each
// loop's start to the next loop or the store and back to the loop's start, never out of it.
// Conditions that the ranges decide are decided; of others, both ways must do. So `if (i < n)`,
// early returns and branches in any order are alike, and what may stop a loop refutes.
//
// Where a dimension is a constant, arguments that indices are compared with are also tried as if
// they were no less than it, which the launch then has to fulfil.
//
// Whether the grid is large enough, and whether arguments have values for which all this holds, is
// known at the launch; see oc_need_kind in usage.h.
#ifndef OC_COVERAGE_H
#define OC_COVERAGE_H

#include "effects/accesses.h"
#include "effects/writes.h"
#include "model/usage.h"

// Finds what is needed for the kernel's parameter `param` to be written whole, before the thread
// reads of it. False, and `out` untouched, where that cannot be shown.
bool oc_coverage_find(struct oc_ir *ir, const struct oc_kernel *kernel, size_t param,
                      LLVMValueRef thread, const struct oc_accesses *accesses,
                      struct oc_param_usage *out);

#endif
