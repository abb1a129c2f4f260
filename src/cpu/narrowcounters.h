// narrowcounters.h - counters of 32 bits that get steps of 64 bits.
//
// In `for (int i = offload_global_id(0); i < n; i += offload_global_size(0))`, C adds 64 bits and
// keeps the lower half. LLVM makes of i a phi of 64 bits, of which only the lower half counts. It
// becomes a phi of 32 bits, which stride.h knows.
#ifndef OC_NARROWCOUNTERS_H
#define OC_NARROWCOUNTERS_H

#include "ir/ir.h"

// Changes such phis of a function. Returns whether there were any: then LLVM's instcombine has to
// simplify their uses.
bool oc_narrowcounters_find(struct oc_ir *ir, LLVMValueRef function);

#endif
