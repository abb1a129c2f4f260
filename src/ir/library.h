// library.h - links functions that exist as bitcode, compiled for no particular processor, into
// device code.
#ifndef OC_LIBRARY_H
#define OC_LIBRARY_H

#include "ir/ir.h"

// Links `library` into the module, and disposes of it. Its functions treat denormal numbers as the
// module's own functions do. If the user has a function of the same name, that is used. Returns
// false after a reported failure.
bool oc_library_link(struct oc_ir *ir, LLVMModuleRef library);

// For GPUs: links src/builtins/gpu.c. Its functions replace the CPU's versions of offload.h's
// functions, which the module has if the source was preprocessed. `substitutes` and `unoptimised`
// are the lists of the target's struct oc_substitutes (device/targets/lowering.h), or NULL.
bool oc_library_link_builtins(struct oc_ir *ir, LLVMModuleRef builtins,
                              const char *const *substitutes, const char *const *unoptimised);

#endif
