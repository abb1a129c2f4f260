// mathapprox.h - replaces math functions by a GPU's own instructions, which are fast but not exact;
// or by LLVM's exact code for them.
//
// The former is for functions of float, if the user's options allow it. sin, cos, exp, exp2, exp10,
// log, log2 and log10 become what clang's CUDA and HIP modes, nvcc and hipcc make of them. tan and
// pow stay functions: a quotient of such approximate values, or a power computed by an approximate
// logarithm, would be far off, and pow of a negative number would give no number.
//
// For some targets, LLVM makes exact code for the exponentials and logarithms of float, which is
// shorter than that of libraries.
#ifndef OC_MATHAPPROX_H
#define OC_MATHAPPROX_H

#include "ir/ir.h"

// What LLVM has for a target (device/targets/lowering.h).
struct oc_math_code {
    const char *log2; // the intrinsic for log2f if LLVM cannot compile llvm.log2.f32, else NULL
    bool has_exponentials; // exact code for exponentials and logarithms
};

enum oc_approximation {
    OC_APPROXIMATE_ALLOWED, // the calls that the front end marked (-fapprox-func, -ffast-math)
    OC_APPROXIMATE_ALL,     // -fgpu-approx-transcendentals
    OC_APPROXIMATE_NONE,    // -fno-gpu-approx-transcendentals
};

// Replaces such calls in a module for a GPU by LLVM's intrinsics ("llvm.sin.f32"). Other calls of
// these intrinsics become calls of libm's functions, so that afterwards each one stands for an
// instruction or for LLVM's exact code (oc_mathapprox_is_instruction).
void oc_mathapprox(struct oc_ir *ir, const struct oc_math_code *has, enum oc_approximation which);
bool oc_mathapprox_is_instruction(const struct oc_math_code *has, const char *intrinsic);

#endif
