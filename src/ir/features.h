// features.h - what the processor has for which a function is compiled, and what LLVM is to prefer
// there.
#ifndef OC_FEATURES_H
#define OC_FEATURES_H

#include "ir/ir.h"

// Adds a feature of LLVM's, such as "+cx16", to a function.
void oc_features_add(struct oc_ir *ir, LLVMValueRef function, const char *feature);

// Whether a function is compiled, or tuned, for a processor whose name in LLVM begins like this.
bool oc_features_tuned_for(LLVMValueRef function, const char *processor);

#endif
