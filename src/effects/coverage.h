// coverage.h - proves that a kernel writes an array whole.
//
// An array is written whole if, for every element, some thread executes a store to it. The proof
// looks at stores whose address is a sum of counters (unknowns.h), each multiplied by the number of
// bytes that the counters inside it span, such as
//
//     y[row * width + column]    4 bytes * column + 4 * width bytes * row
//
// The ranges of the inner counters follow from these factors, and the range of the outermost
// counter follows from the parameter's bounds. If the bounds are not products of numbers and
// parameters, the values that the code compares indices with are tried as the range.
//
// For every value of the counters within their ranges, every path through the code must then lead
// to the store: from the kernel's start to the outermost loop (or to the store), and from each
// loop's start to the next loop inside it (or to the store) and back to the loop's start, never out
// of the loop. If the ranges decide a condition, only that branch is followed; otherwise both
// branches must satisfy this. So `if (i < n)`, early returns and branches in any order are treated
// alike, and a statement that may end a loop early defeats the proof.
//
// If a dimension is a constant, the proof is also tried with the assumption that an argument that
// indices are compared with is not less than this constant. The launch then has to fulfil that.
//
// Whether the grid is large enough, and whether the arguments have values for which all this holds,
// is known only at the launch; see oc_need_kind in usage.h.
#ifndef OC_COVERAGE_H
#define OC_COVERAGE_H

#include "effects/accesses.h"
#include "effects/writes.h"
#include "model/usage.h"

// Tries to prove that the kernel writes the array of parameter `param` whole, and that no thread
// reads an element before it has written it. `thread` is the kernel's thread function (glue.h),
// `accesses` has its accesses to the array. If it finds a proof, sets the needs in `out` to the
// conditions under which the proof holds for a launch, and returns true. Otherwise leaves `out`
// unchanged, and returns false.
bool oc_coverage_find(struct oc_ir *ir, const struct oc_kernel *kernel, size_t param,
                      LLVMValueRef thread, const struct oc_accesses *accesses,
                      struct oc_param_usage *out);

#endif
