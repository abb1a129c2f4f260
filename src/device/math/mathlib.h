// mathlib.h - <math.h> on GPUs, from libclc or the vendor's library.
//
// libclc's bitcode defines OpenCL C's math functions under Itanium-mangled names: sin(double) is
// _Z3sind, powf is _Z3powff. Calls of libm, and of LLVM's intrinsics that the back ends for
// GPUs cannot compile or compile only approximately, become calls of these functions. If there
// is a vendor's library (targets/target.h), they become calls of its functions, and libclc's are
// used only for functions that it does not have. docs/math.md explains the choice.
#ifndef OC_MATHLIB_H
#define OC_MATHLIB_H

#include "device/math/mathapprox.h"
#include "ir/ir.h"
#include "targets/target.h"

struct oc_mathlib {
    const char *libclc; // the file of libclc's functions that mathreduce.h made
    const char *vendor; // the file of target->vendor_math; NULL: it is not used
    const struct oc_target *target;
    struct oc_math_code has; // what LLVM has for it
    const char *arch;
    struct oc_math_mode mode;
    bool joins_pairs; // mathpairs.h
};

// Rewrites the module's math calls and links the functions that they need. For a module without
// math, no library is read. Returns false after a reported failure.
bool oc_mathlib_link(struct oc_ir *ir, const struct oc_mathlib *from);

// Replaces clang's intrinsics for math by calls of the functions that they stand for, if GPUs have
// no instruction for them and LLVM no expansion; pow(x, 2) becomes x * x. Call it before our own
// device functions are linked, which include some of these functions.
void oc_mathlib_lower(struct oc_ir *ir);

#endif
