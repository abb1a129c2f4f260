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

#endif
