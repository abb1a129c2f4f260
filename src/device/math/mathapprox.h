// mathapprox.h - math that a GPU has instructions for, which are fast and not exact.
//
// They serve for float, where the user's options allow it: calls of sin, cos, exp, exp2, exp10,
// log, log2 and log10 become what clang's CUDA and HIP modes, nvcc and hipcc make of them there.
// tan and pow stay functions: a quotient and a logarithm of such values are far off, and pow of a
// negative number would be none.
#ifndef OC_MATHAPPROX_H
#define OC_MATHAPPROX_H

#include "ir/ir.h"

enum oc_approximation {
    OC_APPROXIMATE_ALLOWED, // calls that the front end has marked so (-fapprox-func, -ffast-math)
    OC_APPROXIMATE_ALL,     // -fgpu-approx-transcendentals
    OC_APPROXIMATE_NONE,    // -fno-gpu-approx-transcendentals
};

// Replaces such calls in a module for a GPU. Others that are LLVM's intrinsics get libm's names, so
// that an intrinsic of those used here ("llvm.sin.f32") then stands for an instruction. `log2` is
// the intrinsic for log2f where llvm.log2.f32 has no lowering, or NULL.
void oc_mathapprox(struct oc_ir *ir, const char *log2, enum oc_approximation which);
bool oc_mathapprox_is_instruction(const char *intrinsic);

#endif
