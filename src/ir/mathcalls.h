// mathcalls.h - math functions in kernels, where the host's front end compiled them.
//
// On a host, C's math functions may set errno, so nothing that calls them is vectorised. No device
// has errno, whose front ends are told so; kernels that the host's one compiled are to be the same
// code, and as fast. What the host's own functions call stays as it is.
#ifndef OC_MATHCALLS_H
#define OC_MATHCALLS_H

#include "ir/ir.h"

// Calls of libm in a function become LLVM's intrinsics where those exist, and access no memory.
// Calls that the user has made strict (-ffp-model=strict, -fno-builtin) stay.
void oc_mathcalls_forget_errno(struct oc_ir *ir, LLVMValueRef function);

#endif
