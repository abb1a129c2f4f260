// unoptimised.h - keeps in a copy of a module, which is to be analysed, everything that unoptimised
// code executes.
//
// effects.h simplifies its copy, so that the copy shows what kernels do. Code that is compiled at
// -O0, or with optnone, does more: it loads values that nobody uses, such as the initialiser of a
// variable that is never read. And if such a value is an index or a divisor, it must be right. So
// each value that such code loads or gets from a call is passed to a function that the optimiser
// knows nothing about. The same is done for calls of functions that may not be inlined: the calls
// are executed, also in optimised code, and their arguments are computed.
#ifndef OC_UNOPTIMISED_H
#define OC_UNOPTIMISED_H

#include "ir/ir.h"

// Does this for all functions of the copy; unless `all`, for those with optnone, and for calls of
// those with noinline. Call it before either attribute is removed; it removes optnone itself.
// Returns false after a reported failure.
bool oc_unoptimised_keep(struct oc_ir *ir, LLVMModuleRef copy, bool all);

// Keeps the reads of memcpy and the like in such code, except reads of local variables. Call it
// after inlining, and before variables are promoted to registers.
void oc_unoptimised_keep_copies(struct oc_ir *ir, LLVMModuleRef copy);

// The functions that the values are passed to. The first does not access the memory at an address
// that it gets; a call of the second stands for a read there.
#define OC_UNOPTIMISED_VALUE "__offloadcc_usage_value"
#define OC_UNOPTIMISED_READ "__offloadcc_usage_read"

#endif
