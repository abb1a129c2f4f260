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

// ---- Intrinsics
// -----------------------------------------------------------------------------------

// "lround" and "f" of "llvm.lround.i64.f32"; false for other types than float and double.
static bool split_intrinsic(struct oc_ir *ir, const char *name, const char **base,
                            const char **suffix) {
    if (!oc_starts_with(name, "llvm."))
        return false;
    name += strlen("llvm.");
    *base = oc_arena_strndup(ir->arena, name, strcspn(name, "."));
    *suffix = oc_ends_with(name, ".f32") ? "f" : "";
    return oc_ends_with(name, ".f32") || oc_ends_with(name, ".f64");
}

static LLVMValueRef declare(struct oc_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

// `{x, x} @llvm.sincos(x)` becomes the pair of a sine and a cosine.
static void split_sincos(struct oc_ir *ir, LLVMValueRef call, const char *suffix) {
    static const char *const parts[] = {"sin", "cos"};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef x = LLVMGetOperand(call, 0), pair = LLVMGetPoison(LLVMTypeOf(call));
    LLVMTypeRef number = LLVMTypeOf(x), type = LLVMFunctionType(number, &number, 1, false);
    for (unsigned i = 0; i < 2; i++) {
        const char *name = oc_arena_printf(ir->arena, "%s%s", parts[i], suffix);
        LLVMValueRef part = LLVMBuildCall2(builder, type, declare(ir, name, type), &x, 1, "");
        pair = LLVMBuildInsertValue(builder, pair, part, i, "");
    }
    LLVMReplaceAllUsesWith(call, pair);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}

static void lower_intrinsic(struct oc_ir *ir, LLVMValueRef intrinsic) {
    static const char *const rounding[] = {"lrint", "llrint", "lround", "llround"};
    const char *base, *suffix;
    if (!split_intrinsic(ir, oc_ir_name(intrinsic), &base, &suffix))
        return;
    struct oc_values calls = {.arena = ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use; use = LLVMGetNextUse(use))
        oc_values_add(&calls, LLVMGetUser(use));
    for (size_t i = 0; strcmp(base, "sincos") == 0 && i < calls.count; i++)
        split_sincos(ir, calls.items[i], suffix);
    for (size_t i = 0; i < sizeof rounding / sizeof *rounding; i++) {
        LLVMTypeRef type = LLVMGlobalGetValueType(intrinsic);
        if (strcmp(base, rounding[i]) == 0 && LLVMGetIntTypeWidth(LLVMGetReturnType(type)) == 64)
            LLVMReplaceAllUsesWith(
                intrinsic, declare(ir, oc_arena_printf(ir->arena, "%s%s", base, suffix), type));
    }
}

bool oc_mathlib_lower(struct oc_ir *ir) {
    // A vector's function is its elements'.
    bool done = oc_ir_run(ir, ir->module, "function(scalarizer)", NULL);
    OC_EACH_FUNCTION(function, ir->module) {
        if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
            lower_intrinsic(ir, function);
    }
    return done;
}

// ---- The library
// ----------------------------------------------------------------------------------

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

// Everything but what is called becomes internal: the linker takes an internal function only where
// one that it has taken refers to it. Reading all of the library would take longer than compiling
// most kernels.
static void select_functions(LLVMModuleRef library, const struct rename *renames, size_t count) {
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
    LLVMModuleRef library = oc_ir_read(ir, path, "device math library", true);
    if (!library)
        return false;
    select_functions(library, renames, count);
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
