#include "ir/mathcalls.h"

#include "base/text.h"
#include "model/libcalls.h"

#include <string.h>

// Those that clang makes intrinsics of where there is no errno.
static bool is_intrinsic(const char *base) {
    static const char *const names[] = {"acos",  "asin", "atan", "atan2", "cos",   "cosh", "exp",
                                        "exp10", "exp2", "fma",  "log",   "log10", "log2", "pow",
                                        "sin",   "sinh", "sqrt", "tan",   "tanh"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], base) == 0)
            return true;
    return false;
}

// Likewise, of those that round to an integer.
static bool is_rounding(const char *base) {
    return strcmp(base, "lrint") == 0 || strcmp(base, "llrint") == 0 ||
           strcmp(base, "lround") == 0 || strcmp(base, "llround") == 0;
}

// lgamma has a second result, signgam; others write through pointers.
static bool only_returns(LLVMTypeRef type, const char *name) {
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef types[3];
    if (!count || count > sizeof types / sizeof *types || LLVMIsFunctionVarArg(type) ||
        oc_starts_with(name, "lgamma"))
        return false;
    LLVMGetParamTypes(type, types);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetTypeKind(types[i]) == LLVMPointerTypeKind)
            return false;
    return true;
}

static bool has_call_attribute(LLVMValueRef call, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) != NULL;
}

static bool has_string_attribute(LLVMValueRef function, const char *name) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

// The name of the math function that a call stands for and is free to be changed; or NULL.
static const char *math_function(struct oc_ir *ir, LLVMValueRef caller, LLVMValueRef call) {
    LLVMValueRef callee = oc_ir_callee(call);
    if (!callee || !LLVMIsDeclaration(callee))
        return NULL;
    const char *name = oc_ir_name(callee);
    const struct oc_libcall *row = oc_libcall_find(name);
    if (!row || row->class != OC_LIBCALL_MATH ||
        !only_returns(LLVMGlobalGetValueType(callee), name) ||
        has_call_attribute(call, "strictfp") || has_call_attribute(call, "nobuiltin") ||
        has_string_attribute(caller, "no-builtins") ||
        has_string_attribute(caller, oc_arena_printf(ir->arena, "no-builtin-%s", name)))
        return NULL;
    return name;
}

static bool make_intrinsic(struct oc_ir *ir, LLVMValueRef call, const char *name) {
    LLVMTypeRef types[] = {LLVMTypeOf(call), LLVMTypeOf(LLVMGetOperand(call, 0))};
    bool is_float = LLVMGetTypeKind(types[1]) == LLVMFloatTypeKind;
    if (!is_float && LLVMGetTypeKind(types[1]) != LLVMDoubleTypeKind)
        return false;
    const char *base = oc_arena_strndup(ir->arena, name, strlen(name) - (is_float ? 1 : 0));
    bool rounds = is_rounding(base);
    if (!rounds && !is_intrinsic(base))
        return false;
    const char *intrinsic = oc_arena_printf(ir->arena, "llvm.%s", base);
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    if (!id)
        return false;
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1,
                   LLVMGetIntrinsicDeclaration(ir->module, id, types, rounds ? 2 : 1));
    return true;
}

void oc_mathcalls_forget_errno(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        const char *name = math_function(ir, function, calls.items[i]);
        if (name && !make_intrinsic(ir, calls.items[i], name))
            oc_ir_make_pure(ir, calls.items[i]);
    }
}
