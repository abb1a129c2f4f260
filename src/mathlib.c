#include "mathlib.h"

#include "device.h"
#include "libcalls.h"

#include <string.h>

// The libm name that a called function stands for, or NULL: itself, or llvm.sin.f32's "sinf".
static const char *libm_name(struct oc_ir *ir, const char *name) {
    // These have exact instructions, or exact expansions, on every GPU.
    static const char *const native[] = {"fabs",   "sqrt",    "fma",       "floor",    "ceil",
                                         "trunc",  "rint",    "nearbyint", "copysign", "minnum",
                                         "maxnum", "fmuladd", "roundeven"};
    if (!oc_starts_with(name, "llvm."))
        return name;
    const char *base = name + strlen("llvm.");
    size_t length = strcspn(base, ".");
    for (size_t i = 0; i < sizeof native / sizeof *native; i++)
        if (strlen(native[i]) == length && strncmp(native[i], base, length) == 0)
            return NULL;
    if (strcmp(base + length, ".f32") == 0)
        return oc_arena_printf(ir->arena, "%.*sf", (int)length, base);
    if (strcmp(base + length, ".f64") == 0)
        return oc_arena_strndup(ir->arena, base, length);
    return NULL;
}

// The name of the library's function for an undefined one, or NULL.
static const char *library_name(struct oc_ir *ir, LLVMValueRef function) {
    const char *name = libm_name(ir, oc_ir_name(function));
    const struct oc_libcall *call = name ? oc_libcall_find(name) : NULL;
    if (!call || !call->libclc)
        return NULL;
    return oc_arena_printf(ir->arena, "_Z%zu%s%s", strlen(call->libclc), call->libclc,
                           call->signature);
}

// A use of libm, by declaration: what replaces it.
struct rename {
    LLVMValueRef function;
    const char *library_name;
};

// Only what is called stays; linking the whole library would take longer than compiling the kernel.
static bool strip_library(struct oc_ir *ir, LLVMModuleRef library, const struct rename *renames,
                          size_t count) {
    OC_EACH_FUNCTION(function, library) {
        if (LLVMIsDeclaration(function))
            continue;
        bool needed = false;
        for (size_t i = 0; i < count && !needed; i++)
            needed = strcmp(oc_ir_name(function), renames[i].library_name) == 0;
        LLVMSetLinkage(function, needed ? LLVMExternalLinkage : LLVMInternalLinkage);
    }
    for (LLVMValueRef global = LLVMGetFirstGlobal(library); global;
         global = LLVMGetNextGlobal(global))
        if (!LLVMIsDeclaration(global) && !oc_starts_with(oc_ir_name(global), "llvm."))
            LLVMSetLinkage(global, LLVMInternalLinkage);
    return oc_ir_run(ir, library, "globaldce", NULL);
}

// The call gets the library function's convention, which need not be C's.
static void replace_calls(struct oc_ir *ir, LLVMValueRef from, LLVMValueRef to) {
    struct oc_values calls = {.arena = ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(from); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) && oc_ir_is_call(user) && oc_ir_callee(user) == from)
            oc_values_add(&calls, user);
    }
    for (size_t i = 0; i < calls.count; i++)
        LLVMSetInstructionCallConv(calls.items[i], LLVMGetFunctionCallConv(to));
    LLVMReplaceAllUsesWith(from, to);
}

static bool link_renames(struct oc_ir *ir, const char *path, struct rename *renames, size_t count) {
    LLVMModuleRef library = oc_ir_read(ir, path, "device math library");
    if (!library)
        return false;
    if (!strip_library(ir, library, renames, count)) {
        LLVMDisposeModule(library);
        return false;
    }
    if (!oc_device_link_library(ir, library))
        return false;
    for (size_t i = 0; i < count; i++) {
        LLVMValueRef to = LLVMGetNamedFunction(ir->module, renames[i].library_name);
        if (!to || LLVMIsDeclaration(to))
            continue; // the check for undefined symbols names the place
        replace_calls(ir, renames[i].function, to);
    }
    // Two declarations may stand for one function, so these become internal last.
    for (size_t i = 0; i < count; i++) {
        LLVMValueRef to = LLVMGetNamedFunction(ir->module, renames[i].library_name);
        if (to && !LLVMIsDeclaration(to))
            LLVMSetLinkage(to, LLVMInternalLinkage);
    }
    return true;
}

bool oc_mathlib_link(struct oc_ir *ir, const char *path) {
    size_t capacity = 0, count = 0;
    OC_EACH_FUNCTION(function, ir->module) {
        capacity++;
    }
    struct rename *renames = OC_NEW_ARRAY(ir->arena, capacity, struct rename);
    OC_EACH_FUNCTION(function, ir->module) {
        if (!LLVMIsDeclaration(function) || !LLVMGetFirstUse(function))
            continue;
        const char *name = library_name(ir, function);
        if (name)
            renames[count++] = (struct rename){function, name};
    }
    return count == 0 || link_renames(ir, path, renames, count);
}
