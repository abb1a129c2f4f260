// unoptimised.h - in a copy of a module that is to be looked at: what code that is not optimised
// executes stays.
//
// usage.h simplifies its copy, so that the copy shows what kernels do. Code that is compiled at
// -O0, or with optnone, does more: it loads what nobody uses, such as the initialiser of a variable
// that is never read, and where what it loaded is an index or a divisor, the value matters. So each
// value that such code loads or gets from a call is handed to a function that the optimiser knows
// nothing of. A call of a function that is not inlined, in code that is optimised, is not seen
// through either: its arguments are computed, and it is made.
#ifndef OC_UNOPTIMISED_H
#define OC_UNOPTIMISED_H

#include "ir/ir.h"

// Of all functions, or of those that have optnone or noinline. To be called before either attribute
// is removed; removes optnone itself. Failure is reported.
bool oc_unoptimised_keep(struct oc_ir *ir, LLVMModuleRef copy, bool all);

// Keeps what memcpy and its like read, but for local variables. To be called after functions were
// inlined, and before variables are promoted.
void oc_unoptimised_keep_copies(struct oc_ir *ir, LLVMModuleRef copy);

// The functions that the values are handed to. Addresses that the first gets are not accessed; the
// second stands for a read.
#define OC_UNOPTIMISED_VALUE "__offloadcc_usage_value"
#define OC_UNOPTIMISED_READ "__offloadcc_usage_read"

#endif
