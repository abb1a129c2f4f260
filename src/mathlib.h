// mathlib.h - <math.h> on GPUs, from libclc.
//
// libclc's bitcode defines OpenCL C's math functions under Itanium-mangled names: sin(double) is
// _Z3sind, powf is _Z3powff. Calls of libm's names, and of LLVM intrinsics that the GPU back ends
// cannot lower or lower only approximately, become calls of these.
#ifndef OC_MATHLIB_H
#define OC_MATHLIB_H

#include "ir.h"

// Rewrites the module's math calls and links the functions that they need. A module without math
// does not read the library, which is libclc's as mathreduce.h left it. Failure is reported.
bool oc_mathlib_link(struct oc_ir *ir, const char *path);

// Turns clang's intrinsics for math into calls of the functions that they stand for, where GPUs
// have no instructions and LLVM no expansion. Before our own device library is linked, which has
// some.
void oc_mathlib_lower(struct oc_ir *ir);

#endif
