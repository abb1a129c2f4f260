#include "device/math/mathlib.h"

#include "base/names.h"
#include "device/math/mathpairs.h"
#include "device/math/mathreduce.h"
#include "ir/library.h"
#include "model/libcalls.h"

#include <assert.h>
#include <string.h>

// Whether an intrinsic has exact instructions, or an exact expansion, on every GPU.
static bool is_native(const char *base) {
    static const char *const native[] = {"fabs",   "sqrt",    "fma",       "floor",    "ceil",
                                         "trunc",  "rint",    "nearbyint", "copysign", "minnum",
                                         "maxnum", "fmuladd", "roundeven", "round",    "ldexp"};
    for (size_t i = 0; i < sizeof native / sizeof *native; i++)
        if (strcmp(native[i], base) == 0)
            return true;
    return false;
}

// The libm name that a called function stands for, or NULL: itself, or llvm.sin.f64's "sin".
static const char *libm_name(struct oc_ir *ir, const struct oc_math_code *has, const char *name) {
    if (!oc_starts_with(name, "llvm."))
        return name;
    const char *base = oc_arena_strndup(ir->arena, name + 5, strcspn(name + 5, "."));
    const char *type = name + 5 + strlen(base);
    if (is_native(base) || oc_mathapprox_is_instruction(has, name))
        return NULL;
    if (strcmp(type, ".f32") == 0)
        return oc_arena_printf(ir->arena, "%sf", base);
    return strcmp(type, ".f64") == 0 ? base : NULL;
}

// ---- Intrinsics --------------------------------------------------------------------------------

// Intrinsics that return a pair, and the functions for its parts.
static const struct pair {
    const char *base, *parts[2];
} pairs[] = {
    {"sincos", {"sin", "cos"}},
    {"modf", {OC_NAME_FRACTION, "trunc"}},
};

// No function of <math.h> that libclc has takes more (fma).
enum { MAX_OPERANDS = 3 };

static LLVMValueRef declare_library_function(struct oc_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

// A call of <base>, or <base>f, with numbers of the same type, that may be as inexact as `model`.
static LLVMValueRef build_call(struct oc_ir *ir, LLVMBuilderRef builder, const char *base,
                               LLVMValueRef model, LLVMValueRef *numbers, unsigned count) {
    assert(count >= 1 && count <= MAX_OPERANDS);
    LLVMTypeRef types[MAX_OPERANDS], number = LLVMTypeOf(numbers[0]);
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(numbers[i]);
    bool is_float = LLVMGetTypeKind(number) == LLVMFloatTypeKind;
    const char *name = oc_arena_printf(ir->arena, "%s%s", base, is_float ? "f" : "");
    LLVMTypeRef type = LLVMFunctionType(number, types, count, false);
    LLVMValueRef call =
        LLVMBuildCall2(builder, type, declare_library_function(ir, name, type), numbers, count, "");
    if (LLVMCanValueUseFastMathFlags(model))
        LLVMSetFastMathFlags(call, LLVMGetFastMathFlags(model));
    return call;
}

// One element of a call's operands, at least a float each, through the function, and back.
static LLVMValueRef build_element(struct oc_ir *ir, LLVMBuilderRef builder, const char *base,
                                  LLVMValueRef call, LLVMValueRef index) {
    LLVMValueRef numbers[MAX_OPERANDS] = {NULL};
    unsigned count = LLVMIsACallInst(call) ? LLVMGetNumArgOperands(call) : 2; // of frem
    assert(count <= MAX_OPERANDS);
    LLVMTypeRef type = NULL, single = LLVMFloatTypeInContext(ir->context);
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(numbers[i])) == LLVMVectorTypeKind)
            numbers[i] = LLVMBuildExtractElement(builder, numbers[i], index, "");
        LLVMTypeRef own = LLVMTypeOf(numbers[i]);
        type = type ? type : own;
        if (LLVMGetTypeKind(own) == LLVMHalfTypeKind || LLVMGetTypeKind(own) == LLVMBFloatTypeKind)
            numbers[i] = LLVMBuildFPExt(builder, numbers[i], single, "");
    }
    LLVMValueRef result = build_call(ir, builder, base, call, numbers, count);
    return LLVMTypeOf(result) == type ? result : LLVMBuildFPTrunc(builder, result, type, "");
}

static LLVMValueRef build_elements(struct oc_ir *ir, LLVMBuilderRef builder, const char *base,
                                   LLVMValueRef call) {
    LLVMTypeRef type = LLVMTypeOf(call), i32 = LLVMInt32TypeInContext(ir->context);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return build_element(ir, builder, base, call, NULL);
    LLVMValueRef result = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        LLVMValueRef index = LLVMConstInt(i32, i, false);
        LLVMValueRef element = build_element(ir, builder, base, call, index);
        result = LLVMBuildInsertElement(builder, result, element, index, "");
    }
    return result;
}

static LLVMValueRef build_pair(struct oc_ir *ir, LLVMBuilderRef builder, const struct pair *pair,
                               LLVMValueRef call) {
    LLVMValueRef result = LLVMGetPoison(LLVMTypeOf(call)), number = LLVMGetOperand(call, 0);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef part = build_call(ir, builder, pair->parts[i], call, &number, 1);
        result = LLVMBuildInsertValue(builder, result, part, i, "");
    }
    return result;
}

// Whether an intrinsic's type in its name is that of a function in <math.h>.
static bool has_plain_type(const char *name) {
    return oc_ends_with(name, ".f64") || oc_ends_with(name, ".f32");
}

static void lower_call(struct oc_ir *ir, LLVMValueRef call, const char *base) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef value = NULL;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(base, pairs[i].base) == 0)
            value = build_pair(ir, builder, &pairs[i], call);
    if (!value)
        value = build_elements(ir, builder, base, call);
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}

// Whether a call of an intrinsic with this result has elements that are not a float or double
// alone.
static bool needs_splitting(LLVMTypeRef result) {
    bool is_vector = LLVMGetTypeKind(result) == LLVMVectorTypeKind;
    LLVMTypeKind kind = LLVMGetTypeKind(is_vector ? LLVMGetElementType(result) : result);
    bool is_plain = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    return (is_vector && is_plain) || kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind;
}

static void lower_intrinsic(struct oc_ir *ir, LLVMValueRef intrinsic) {
    static const char *const rounding[] = {"lrint", "llrint", "lround", "llround"};
    const char *name = oc_ir_name(intrinsic);
    if (!oc_starts_with(name, "llvm."))
        return;
    const char *type = strrchr(name, '.');
    const char *base = oc_arena_strndup(ir->arena, name + 5, strcspn(name + 5, "."));
    LLVMTypeRef function = LLVMGlobalGetValueType(intrinsic);
    for (size_t i = 0; i < sizeof rounding / sizeof *rounding; i++)
        if (strcmp(base, rounding[i]) == 0 && has_plain_type(name) &&
            LLVMGetReturnType(function) == LLVMInt64TypeInContext(ir->context)) {
            const char *libm =
                oc_arena_printf(ir->arena, "%s%s", base, strcmp(type, ".f32") == 0 ? "f" : "");
            LLVMReplaceAllUsesWith(intrinsic, declare_library_function(ir, libm, function));
            return;
        }
    const struct oc_libcall *call = oc_libcall_find(base);
    bool is_split =
        call && call->libclc && !is_native(base) && needs_splitting(LLVMGetReturnType(function));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        is_split = is_split || (strcmp(base, pairs[i].base) == 0 && has_plain_type(name));
    if (!is_split)
        return;
    struct oc_values calls = {.arena = ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use; use = LLVMGetNextUse(use))
        oc_values_add(&calls, LLVMGetUser(use));
    for (size_t i = 0; i < calls.count; i++)
        lower_call(ir, calls.items[i], base);
}

static bool is_two(LLVMValueRef value) {
    LLVMBool inexact;
    return LLVMIsAConstantFP(value) && LLVMConstRealGetDouble(value, &inexact) == 2;
}

// A square is a product, and a power of two has a function: what LLVM does on a CPU, but after the
// library has come.
static void simplify_power(struct oc_ir *ir, LLVMValueRef call) {
    LLVMValueRef base = LLVMGetOperand(call, 0), exponent = LLVMGetOperand(call, 1);
    if (!is_two(base) && !is_two(exponent))
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef value;
    if (is_two(exponent)) {
        value = LLVMBuildFMul(builder, base, base, "");
        if (LLVMCanValueUseFastMathFlags(value))
            LLVMSetFastMathFlags(value, LLVMGetFastMathFlags(call));
    } else {
        value = build_call(ir, builder, "exp2", call, &exponent, 1);
    }
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}

static void simplify_powers(struct oc_ir *ir) {
    static const char *const names[] = {"llvm.pow.f64", "llvm.pow.f32"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct oc_values calls = {.arena = ir->arena};
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, names[i]);
        for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
             use = LLVMGetNextUse(use))
            oc_values_add(&calls, LLVMGetUser(use));
        for (size_t c = 0; c < calls.count; c++)
            simplify_power(ir, calls.items[c]);
    }
}

// clang's fmod, which LLVM makes x - trunc(x / y) * y of for NVIDIA GPUs: wrong by all of y where
// the quotient is rounded up.
static void lower_remainders(struct oc_ir *ir) {
    struct oc_values remainders = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function) {
            OC_EACH_INSTRUCTION (instruction, block) {
                if (LLVMGetInstructionOpcode(instruction) == LLVMFRem)
                    oc_values_add(&remainders, instruction);
            }
        }
    }
    for (size_t i = 0; i < remainders.count; i++)
        lower_call(ir, remainders.items[i], "fmod");
}

void oc_mathlib_lower(struct oc_ir *ir) {
    lower_remainders(ir);
    simplify_powers(ir);
    OC_EACH_FUNCTION (function, ir->module) {
        if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
            lower_intrinsic(ir, function);
    }
}

// ---- The libraries -----------------------------------------------------------------------------

// A use of libm, by declaration: what replaces it.
struct rename {
    LLVMValueRef function;
    const char *library_name;
};

struct renames {
    struct rename *items;
    size_t count;
};

// Calls become those of a declaration of the library's function, before that comes with calls of
// its own: what it is made of may be the same intrinsic.
static void replace_calls(struct oc_ir *ir, const struct rename *rename) {
    LLVMValueRef to = LLVMGetNamedFunction(ir->module, rename->library_name);
    if (to == rename->function)
        return;
    if (!to)
        to = LLVMAddFunction(ir->module, rename->library_name,
                             LLVMGlobalGetValueType(rename->function));
    LLVMReplaceAllUsesWith(rename->function, to);
    if (!LLVMIsDeclaration(rename->function)) // its code would want other functions of the library
        LLVMDeleteFunction(rename->function);
}

// Calls get the function's convention, which need not be C's.
static void adopt_convention(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) && oc_ir_is_call(user) && oc_ir_callee(user) == function)
            LLVMSetInstructionCallConv(user, LLVMGetFunctionCallConv(function));
    }
    LLVMSetVisibility(function, LLVMDefaultVisibility);
    LLVMSetLinkage(function, LLVMInternalLinkage);
}

// Takes the library.
static bool link_renames(struct oc_ir *ir, LLVMModuleRef library, const struct renames *renames) {
    // The linker takes an internal function only where one that it has taken refers to it. Reading
    // all of the library would take longer than compiling most kernels.
    const char **needed = OC_NEW_ARRAY(ir->arena, renames->count, const char *);
    for (size_t i = 0; i < renames->count; i++) {
        needed[i] = renames->items[i].library_name;
        replace_calls(ir, &renames->items[i]);
    }
    oc_mathreduce_select(library, needed, renames->count);
    if (!oc_library_link(ir, library))
        return false;
    // What is still undefined, the check for that names with its place.
    for (size_t i = 0; i < renames->count; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, renames->items[i].library_name);
        if (function && !LLVMIsDeclaration(function))
            adopt_convention(function);
    }
    return true;
}

// The vendor's library asks in variables of its own, or in LLVM's, what the user's options ask for.
static void settle(struct oc_ir *ir, const struct oc_mathlib *from) {
    const struct oc_vendor_math *vendor = from->target->vendor_math;
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global && vendor->setting;
         global = LLVMGetNextGlobal(global)) {
        unsigned value;
        if (!LLVMIsDeclaration(global) ||
            !vendor->setting(oc_ir_name(global), from->arch, &from->mode, &value))
            continue;
        LLVMSetInitializer(global, LLVMConstInt(LLVMGlobalGetValueType(global), value, false));
        LLVMSetLinkage(global, LLVMInternalLinkage);
    }
    if (vendor->flush_flag)
        LLVMAddModuleFlag(ir->module, LLVMModuleFlagBehaviorOverride, vendor->flush_flag,
                          strlen(vendor->flush_flag),
                          LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(ir->context),
                                                           from->mode.flushes, false)));
}

// The vendor's function for one of libm, if its library has that; or NULL. Of integers, libclc has
// what LLVM has anyway.
static const char *vendor_name(struct oc_ir *ir, const struct oc_mathlib *from,
                               LLVMModuleRef library, const struct oc_libcall *call) {
    char first = call->signature[0];
    if (first != 'd' && first != 'f')
        return NULL;
    const char *base = oc_arena_strndup(ir->arena, call->name, strlen(call->name) - (first == 'f'));
    if (oc_starts_with(base, OC_USER_PREFIX))
        base += strlen(OC_USER_PREFIX);
    const char *name = from->target->vendor_math->symbol(ir->arena, base, first == 'f');
    LLVMValueRef function = LLVMGetNamedFunction(library, name);
    return function && !LLVMIsDeclaration(function) ? name : NULL;
}

// The row of what a function stands for that is undefined or of offload_math.h, if libraries have
// it; or NULL.
static const struct oc_libcall *library_call(struct oc_ir *ir, const struct oc_math_code *has,
                                             LLVMValueRef function) {
    bool is_open =
        LLVMIsDeclaration(function) || (oc_starts_with(oc_ir_name(function), OC_USER_PREFIX) &&
                                        LLVMGetLinkage(function) == LLVMInternalLinkage);
    if (!is_open || !LLVMGetFirstUse(function))
        return NULL;
    const char *name = libm_name(ir, has, oc_ir_name(function));
    const struct oc_libcall *call = name ? oc_libcall_find(name) : NULL;
    return call && call->signature ? call : NULL;
}

static size_t count_functions(LLVMModuleRef module) {
    size_t count = 0;
    OC_EACH_FUNCTION (function, module) {
        count++;
    }
    return count;
}

static bool calls_library(struct oc_ir *ir, const struct oc_mathlib *from) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (library_call(ir, &from->has, function))
            return true;
    }
    return false;
}

// Takes the library.
static bool link_vendors(struct oc_ir *ir, const struct oc_mathlib *from, LLVMModuleRef library) {
    struct oc_values joined = {.arena = ir->arena};
    if (from->joins_pairs && !oc_mathpairs_join(ir, from->target->vendor_math, library, &joined))
        return false;
    struct renames renames = {
        OC_NEW_ARRAY(ir->arena, count_functions(ir->module) + joined.count, struct rename), 0};
    for (size_t i = 0; i < joined.count; i++)
        renames.items[renames.count++] =
            (struct rename){joined.items[i], oc_ir_name(joined.items[i])};
    OC_EACH_FUNCTION (function, ir->module) {
        const struct oc_libcall *call = library_call(ir, &from->has, function);
        const char *name = call ? vendor_name(ir, from, library, call) : NULL;
        if (name)
            renames.items[renames.count++] = (struct rename){function, name};
    }
    return link_renames(ir, library, &renames);
}

// Links of the vendor's library what it has.
static bool link_vendor(struct oc_ir *ir, const struct oc_mathlib *from) {
    if (calls_library(ir, from)) {
        LLVMModuleRef library = oc_ir_read(ir, from->vendor, from->target->vendor_math->name, true);
        if (!library || !link_vendors(ir, from, library))
            return false;
    }
    settle(ir, from);
    return true;
}

static bool link_libclc(struct oc_ir *ir, const struct oc_mathlib *from) {
    struct renames renames = {OC_NEW_ARRAY(ir->arena, count_functions(ir->module), struct rename),
                              0};
    OC_EACH_FUNCTION (function, ir->module) {
        const struct oc_libcall *call = library_call(ir, &from->has, function);
        if (call && call->libclc)
            renames.items[renames.count++] =
                (struct rename){function, oc_libcall_symbol(ir->arena, call)};
    }
    if (!renames.count)
        return true;
    LLVMModuleRef library = oc_ir_read(ir, from->libclc, "device math library", true);
    return library && link_renames(ir, library, &renames);
}

bool oc_mathlib_link(struct oc_ir *ir, const struct oc_mathlib *from) {
    return (!from->vendor || link_vendor(ir, from)) && link_libclc(ir, from);
}
