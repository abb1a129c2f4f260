// mathreduce.h - libclc, reduced to what kernels can need.
//
// libclc has each function for all vectors and address spaces of OpenCL C: 12,000 functions for
// amdgcn, of which the names and types alone take longer to read than many kernels to compile. Our
// build makes a library of those that libcalls.h's table names, and what these call
// (`offloadcc-cc1 math`); offloadcc is installed with it and needs no libclc.
//
// A function that is kept is as it was: attributes, metadata and the order of functions too. So
// kernels' code is the same with the library and with all of libclc.
#ifndef OC_MATHREDUCE_H
#define OC_MATHREDUCE_H

#include "ir.h"

// Reduces the module that oc_ir_open read. A function of the table that it lacks is an error, which
// is reported.
bool oc_mathreduce(struct oc_ir *ir);

// Leaves these of the library's functions external, and makes all else that it defines internal.
void oc_mathreduce_select(LLVMModuleRef library, const char *const *names, size_t count);

#endif
