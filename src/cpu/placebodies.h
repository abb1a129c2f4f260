// placebodies.h - where the code of a kernel's blocks is: inlined for each block size, or once.
//
// The blocks function (glue.h), or a function that chooses among bodies (tiles/choose.h), calls the
// body with constants for each block size that it knows. LLVM is to make other code of each, so
// bodies are inlined there. Large ones are not: the time of LLVM's passes grows with the square of
// a function's size, and a known block size changes little in them.
#ifndef OC_PLACEBODIES_H
#define OC_PLACEBODIES_H

#include "ir/ir.h"

// Decides for each call of one of `bodies` in `caller`, and in the bodies that are called there.
// `bodies` are a kernel's functions that run a block, and those that choose among them.
// Vectors of the code are limited as gathers.h says; `without_gathers` are the bodies in which data
// chooses no element.
void oc_placebodies_place(struct oc_ir *ir, LLVMValueRef caller, const struct oc_values *bodies,
                          const struct oc_values *without_gathers);

#endif
