// gathers.h - vectors whose elements are far apart in memory, where the processor is slow at that.
//
// LLVM takes an instruction that gathers or scatters 16 elements for as quick as 16 loads or
// stores. On AMD's processors a scatter takes several times as long, and a gather is slower than
// loads, too. LLVM has preferences against both. Gathers are still used where data chooses the
// elements, as in `x[column[i]]`: the addresses are in a vector already.
#ifndef OC_GATHERS_H
#define OC_GATHERS_H

#include "cpu/analysis/uniform.h"

// Whether a function is compiled for a processor that has such instructions, and is slow at them.
bool oc_gathers_are_slow(LLVMValueRef function);

// Whether a thread loads an element that data chooses.
bool oc_gathers_are_useful(const struct oc_body *body, const struct oc_uniform *uniform);

// Has LLVM make no scatters in a function, on such a processor, and, unless `gathers`, no gathers.
void oc_gathers_limit(struct oc_ir *ir, LLVMValueRef function, bool gathers);

#endif
