// mathpairs.h - the sine and the cosine of one number, from one function of the vendor's library.
//
// sin and cos both begin by reducing the number to a small one. A vendor's function that returns
// sine and cosine reduces it once. One call of sin and one of cos reduce it twice, and LLVM does
// not see that they compute the same.
#ifndef OC_MATHPAIRS_H
#define OC_MATHPAIRS_H

#include "ir/ir.h"
#include "targets/target.h"

// Replaces calls of sin and cos, or of sinf and cosf, where a basic block has both for one number,
// by a call of the library's function. Adds the declarations of the functions that are called to
// `out`. Functions with such calls are made SSA first. Returns false after a reported failure.
bool oc_mathpairs_join(struct oc_ir *ir, const struct oc_vendor_math *vendor, LLVMModuleRef library,
                       struct oc_values *out);

#endif
