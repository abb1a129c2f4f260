// emulate.h - operations for which LLVM's code generator calls the compiler's own library.
//
// GPUs have no such library, and LLVM ends the process at such an operation. On CPUs it is libgcc
// or compiler-rt; we provide the functions that it lacks before GCC 13.
#ifndef OC_EMULATE_H
#define OC_EMULATE_H

#include "ir/ir.h"

// For GPUs: replaces conversions between floating types and integers of 65 to 128 bits, and
// llvm.powi, by calls of our device functions (src/builtins/arithmetic.h), which must be linked
// already.
void oc_emulate(struct oc_ir *ir);

// For CPUs: if the module has values of type __bf16, keeps LLVM's passes from removing the
// functions that convert them (src/builtins/bfloat.h), because the code generator may add calls of
// them.
void oc_emulate_keep(struct oc_ir *ir);

#endif
