// mathcalls.h - lets math functions in kernels be optimised as on a device, if the host's front end
// compiled the kernels.
//
// On a host, C's math functions may set errno, so LLVM does not vectorise loops that call them.
// Devices have no errno, and their front ends are told so. Kernels that the host's front end
// compiled should get the same code. Calls in the host's own functions are not changed.
#ifndef OC_MATHCALLS_H
#define OC_MATHCALLS_H

#include "ir/ir.h"

// Replaces a function's calls of libm by LLVM's intrinsics where those exist; other calls are
// marked as accessing no memory. Calls that the user's options make strict (-ffp-model=strict,
// -fno-builtin) stay.
void oc_mathcalls_forget_errno(struct oc_ir *ir, LLVMValueRef function);

// Lets functions that call pow, exp2, ldexp or scalbn have vectors of 512 bits. LLVM makes ldexp of
// all of them. Its x86 code generator (22.1) crashes at a vector of ldexp of 512 bits, or of 8
// halves, where the processor has such vectors and smaller ones are preferred.
void oc_mathcalls_allow_wide(struct oc_ir *ir);

#endif
