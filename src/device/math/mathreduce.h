// mathreduce.h - libclc, reduced to what kernels can need.
//
// libclc has each function for all vectors and address spaces of OpenCL C: 12,000 functions for
// amdgcn, of which the names and types alone take longer to read than many kernels to compile. Our
// build makes a library of those that libcalls.h's table names, and what these call
// (`offloadcc-cc1 math`); offloadcc is installed with it and needs no libclc.
//
// A function that is kept is as it was: attributes, metadata and the order of functions too. Some
// are corrected (src/builtins/math.c): the correction has the function's name then, and what libclc
// has is called __libclc_<name>.
#ifndef OC_MATHREDUCE_H
#define OC_MATHREDUCE_H

#include "ir/ir.h"

// Reduces the module that oc_ir_open read, with corrections from a file of bitcode, or NULL. A
// function of the table that it lacks, or that is corrected, is an error, which is reported.
bool oc_mathreduce(struct oc_ir *ir, const char *corrections);

// Leaves these of the library's functions external, and makes all else that it defines internal.
void oc_mathreduce_select(LLVMModuleRef library, const char *const *names, size_t count);

#endif
