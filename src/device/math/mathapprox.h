// mathapprox.h - replaces math functions by a GPU's own instructions, which are fast but not exact.
//
// This is for functions of float, if the user's options allow it. sin, cos, exp, exp2, exp10, log,
// log2 and log10 become what clang's CUDA and HIP modes, nvcc and hipcc make of them. tan and pow
// stay functions: a quotient of such approximate values, or a power computed by an approximate
// logarithm, would be far off, and pow of a negative number would give no number.
#ifndef OC_MATHAPPROX_H
#define OC_MATHAPPROX_H

#include "ir/ir.h"

enum oc_approximation {
    OC_APPROXIMATE_ALLOWED, // the calls that the front end marked (-fapprox-func, -ffast-math)
    OC_APPROXIMATE_ALL,     // -fgpu-approx-transcendentals
    OC_APPROXIMATE_NONE,    // -fno-gpu-approx-transcendentals
};

// Replaces such calls in a module for a GPU by LLVM's intrinsics ("llvm.sin.f32"). Other calls of
// these intrinsics become calls of libm's functions, so that afterwards each one stands for an
// instruction (oc_mathapprox_is_instruction). `log2` is the intrinsic for log2f if LLVM cannot
// compile llvm.log2.f32 for the target, else NULL.
void oc_mathapprox(struct oc_ir *ir, const char *log2, enum oc_approximation which);
bool oc_mathapprox_is_instruction(const char *intrinsic);

#endif
