// llvm.h - which LLVM this process runs on.
#ifndef OC_LLVM_H
#define OC_LLVM_H

#include "base/arena.h"

// "22.1.8"
const char *oc_llvm_version(struct oc_arena *arena);

// What stands for the file that has LLVM's code (base/identity.h); NULL if that cannot be found.
const char *oc_llvm_identity(struct oc_arena *arena);

#endif
