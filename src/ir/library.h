// library.h - linking functions that come as bitcode, compiled for no particular processor, into
// device code.
#ifndef OC_LIBRARY_H
#define OC_LIBRARY_H

#include "ir/ir.h"

// The library's functions treat small numbers as the module's own do, and give way to the user's of
// the same name. Takes the library. Failure is reported.
bool oc_library_link(struct oc_ir *ir, LLVMModuleRef library);

// GPUs: src/builtins/gpu.c, whose functions come before what the module itself has of offload.h's
// for a CPU, as a preprocessed file does. `substitutes` and `unoptimised` are the target's
// (device/targets/lowering.h), or NULL.
bool oc_library_link_builtins(struct oc_ir *ir, LLVMModuleRef builtins,
                              const char *const *substitutes, const char *const *unoptimised);

#endif
