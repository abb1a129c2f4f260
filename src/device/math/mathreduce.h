// mathreduce.h - reduces libclc to the functions that kernels can need.
//
// libclc has each function for all vectors and address spaces of OpenCL C. For amdgcn these are
// 12,000 functions; to read only their names and types takes longer than to compile many kernels.
// So our build makes a smaller library with `offloadcc-cc1 math`. It contains the functions that
// the table in libcalls.h names, and the functions that these call. offloadcc is installed with
// this library, and does not need libclc.
//
// The functions that are kept are not changed: attributes, metadata and their order stay. Some
// functions are corrected (src/builtins/math.c): the correction gets the function's name, and
// libclc's own version is called __libclc_<name>.
#ifndef OC_MATHREDUCE_H
#define OC_MATHREDUCE_H

#include "ir/ir.h"

// Reduces the module that oc_ir_open read. `corrections` is a file of bitcode, or NULL. Returns
// false after a reported failure: the module lacks a function of the table, or one that is
// corrected.
bool oc_mathreduce(struct oc_ir *ir, const char *corrections);

// Makes everything that the library defines internal, except the functions with these names.
void oc_mathreduce_select(LLVMModuleRef library, const char *const *names, size_t count);

#endif
