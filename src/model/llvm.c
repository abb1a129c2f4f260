#include "model/llvm.h"

#include "base/identity.h"

#include <llvm-c/Core.h>

const char *oc_llvm_version(struct oc_arena *arena) {
    unsigned major, minor, patch;
    LLVMGetVersion(&major, &minor, &patch);
    return oc_arena_printf(arena, "%u.%u.%u", major, minor, patch);
}

const char *oc_llvm_identity(struct oc_arena *arena) {
    return oc_identity_of_code(arena, (void (*)(void))LLVMGetVersion);
}
