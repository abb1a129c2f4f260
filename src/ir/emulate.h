// emulate.h - operations that back ends call functions of the compiler's own library for.
//
// GPUs have no such library, and LLVM stops the process there. On CPUs it is libgcc or compiler-rt,
// and what these lack before GCC 13 is ours.
#ifndef OC_EMULATE_H
#define OC_EMULATE_H

#include "ir/ir.h"

// GPUs: conversions between integers of more than 64 bits and floating types, and llvm.powi, become
// calls of our device functions (src/builtins/arithmetic.h), which have to be linked already.
void oc_emulate(struct oc_ir *ir);

// CPUs: where the module has numbers of type __bf16, the functions that convert it
// (src/builtins/bfloat.h) are kept until there is code, which may call them.
void oc_emulate_keep(struct oc_ir *ir);

#endif
