// features.h - what the processor has for which a function is compiled, and what LLVM is to prefer
// there.
#ifndef OC_FEATURES_H
#define OC_FEATURES_H

#include "ir/ir.h"

// Adds a feature of LLVM's, such as "+cx16", to a function.
void oc_features_add(struct oc_ir *ir, LLVMValueRef function, const char *feature);

// Whether a function is compiled, or tuned, for a processor whose name in LLVM begins like this.
bool oc_features_tuned_for(LLVMValueRef function, const char *processor);

// Whether a function is compiled for processors with a feature, such as "avx2".
bool oc_features_has(LLVMValueRef function, const char *feature);

// Whether two functions are compiled for the same processor: code that needs an instruction cannot
// move into a function that is compiled without it.
bool oc_features_are_same(LLVMValueRef left, LLVMValueRef right);

// Makes `to`, which may be NULL, a function for the processor of `from`.
void oc_features_copy(LLVMValueRef from, LLVMValueRef to);

#endif
