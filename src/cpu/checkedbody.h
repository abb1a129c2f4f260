// checkedbody.h - -foffload-check: a kernel's body, and the one with all checks beside it.
//
// A body has only the checks that may fail in a usual launch (ir/checklaunch.h). Where that leaves
// some out, another body has all. It runs rarely, and is a function of its own.
#ifndef OC_CHECKEDBODY_H
#define OC_CHECKEDBODY_H

#include "ir/ir.h"
#include "model/unit.h"

// Places the checks in a body, as it was inlined: the code still says which sums do not wrap, and
// what parameters' types are. `blocks` calls the body (glue.h), or is NULL if there is to be one
// body only. `plain`: the code is not to be optimised. Sets *whole to the body with all checks, or
// NULL. Returns false after a reported failure.
bool oc_checkedbody_place(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                          LLVMValueRef blocks, const struct oc_values *shared, bool plain,
                          LLVMValueRef *whole);

// Brings the body with all checks into the form that loops are made of. Lane functions in it become
// other code; their arrays are added to `shared`. Returns false after a reported failure.
bool oc_checkedbody_simplify(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef whole,
                             struct oc_values *shared);

#endif
