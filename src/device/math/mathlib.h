// mathlib.h - <math.h> on GPUs, from libclc or the vendor's library.
//
// libclc's bitcode defines OpenCL C's math functions under Itanium-mangled names: sin(double) is
// _Z3sind, powf is _Z3powff. Calls of libm's names, and of LLVM intrinsics that the GPU back ends
// cannot lower or lower only approximately, become calls of these, or of a vendor's library that is
// given (targets/target.h); what that lacks is libclc's. docs/math.md is about the choice.
#ifndef OC_MATHLIB_H
#define OC_MATHLIB_H

#include "ir/ir.h"
#include "targets/target.h"

struct oc_mathlib {
    const char *libclc; // as mathreduce.h left it
    const char *vendor; // target->vendor_math's file; NULL: it is not used
    const struct oc_target *target;
    const char *arch;
    struct oc_math_mode mode;
};

// Rewrites the module's math calls and links the functions that they need. A module without math
// reads no library. Failure is reported.
bool oc_mathlib_link(struct oc_ir *ir, const struct oc_mathlib *from);

// Turns clang's intrinsics for math into calls of the functions that they stand for, where GPUs
// have no instructions and LLVM no expansion; pow(x, 2) becomes x * x. Before our own device
// library is linked, which has some.
void oc_mathlib_lower(struct oc_ir *ir);

#endif
