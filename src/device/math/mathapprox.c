#include "device/math/mathapprox.h"

#include "base/text.h"

#include <string.h>

// name(x) = after * intrinsic(before * x)
static const struct function {
    const char *name; // libm's, and LLVM's less the f
    const char *intrinsic;
    double before, after; // 0: no product
    bool is_exponential;  // or a logarithm
} functions[] = {
    {"sinf", "llvm.sin", 0, 0, false},
    {"cosf", "llvm.cos", 0, 0, false},
    {"expf", "llvm.exp2", 0x1.71547652b82fep+0, 0, true}, // log2(e)
    {"exp2f", "llvm.exp2", 0, 0, true},
    {"exp10f", "llvm.exp2", 0x1.a934f0979a371p+1, 0, true}, // log2(10)
    {"logf", "llvm.log2", 0, 0x1.62e42fefa39efp-1, true},   // log(2)
    {"log2f", "llvm.log2", 0, 0, true},
    {"log10f", "llvm.log2", 0, 0x1.34413509f79ffp-2, true}, // log10(2)
};

static const struct function *find_math_function(const char *name) {
    bool is_intrinsic = oc_starts_with(name, "llvm.");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const char *base = functions[i].name;
        size_t length = strlen(base) - 1;
        if (is_intrinsic
                ? strncmp(name + 5, base, length) == 0 && strcmp(name + 5 + length, ".f32") == 0
                : strcmp(name, base) == 0)
            return &functions[i];
    }
    return NULL;
}

// The intrinsic, of which the target may have another.
static LLVMValueRef declare_intrinsic(struct oc_ir *ir, const struct oc_math_code *has,
                                      const char *name, LLVMTypeRef *type) {
    bool is_targets = strcmp(name, "llvm.log2") == 0 && has && has->log2;
    LLVMTypeRef number = LLVMFloatTypeInContext(ir->context);
    name = is_targets ? has->log2 : name;
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    *type = LLVMFunctionType(number, &number, 1, false);
    return LLVMGetIntrinsicDeclaration(ir->module, id, &number, is_targets ? 0 : 1);
}

static LLVMValueRef multiply_by_factor(LLVMBuilderRef builder, LLVMValueRef number, double factor,
                                       LLVMFastMathFlags flags) {
    if (factor == 0)
        return number;
    LLVMValueRef constant = LLVMConstReal(LLVMTypeOf(number), factor);
    LLVMValueRef product = LLVMBuildFMul(builder, number, constant, "");
    if (LLVMCanValueUseFastMathFlags(product))
        LLVMSetFastMathFlags(product, flags);
    return product;
}

static void replace_by_intrinsic(struct oc_ir *ir, const struct oc_math_code *has,
                                 const struct function *function, LLVMValueRef call) {
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(call) | LLVMFastMathApproxFunc;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMTypeRef type;
    LLVMValueRef intrinsic = declare_intrinsic(ir, has, function->intrinsic, &type);
    LLVMValueRef x = multiply_by_factor(builder, LLVMGetOperand(call, 0), function->before, flags);
    LLVMValueRef value = LLVMBuildCall2(builder, type, intrinsic, &x, 1, "");
    LLVMSetFastMathFlags(value, flags);
    value = multiply_by_factor(builder, value, function->after, flags);
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}

static bool is_approximate(LLVMValueRef call) {
    return LLVMCanValueUseFastMathFlags(call) &&
           LLVMGetFastMathFlags(call) & LLVMFastMathApproxFunc;
}

// An exact one gets libm's name: what keeps that of an intrinsic is an instruction.
static void name_exactly(struct oc_ir *ir, const struct function *function, LLVMValueRef call) {
    LLVMValueRef exact = LLVMGetNamedFunction(ir->module, function->name);
    if (!exact)
        exact =
            LLVMAddFunction(ir->module, function->name, LLVMGlobalGetValueType(oc_ir_callee(call)));
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, exact);
}

// LLVM's code is that of its intrinsic.
static void keep_exact(struct oc_ir *ir, const struct function *function, LLVMValueRef call) {
    const char *name =
        oc_arena_printf(ir->arena, "llvm.%.*s", (int)strlen(function->name) - 1, function->name);
    LLVMTypeRef type;
    LLVMValueRef intrinsic = declare_intrinsic(ir, NULL, name, &type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef x = LLVMGetOperand(call, 0);
    LLVMValueRef value = LLVMBuildCall2(builder, type, intrinsic, &x, 1, "");
    if (LLVMCanValueUseFastMathFlags(call))
        LLVMSetFastMathFlags(value, LLVMGetFastMathFlags(call) & ~(unsigned)LLVMFastMathApproxFunc);
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}

static bool is_exact_code(const struct oc_math_code *has, const struct function *function) {
    return function->is_exponential && has->has_exponentials;
}

static void visit_calls(struct oc_ir *ir, const struct oc_math_code *has, LLVMValueRef callee,
                        const struct function *function, enum oc_approximation which) {
    struct oc_values calls = {.arena = ir->arena};
    LLVMTypeRef number = LLVMFloatTypeInContext(ir->context);
    LLVMTypeRef type = LLVMFunctionType(number, &number, 1, false);
    for (LLVMUseRef use = LLVMGetFirstUse(callee); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) && oc_ir_is_call(user) && oc_ir_callee(user) == callee)
            oc_values_add(&calls, user);
    }
    for (size_t i = 0; i < calls.count && LLVMGlobalGetValueType(callee) == type; i++) {
        if (which == OC_APPROXIMATE_ALL ||
            (which == OC_APPROXIMATE_ALLOWED && is_approximate(calls.items[i])))
            replace_by_intrinsic(ir, has, function, calls.items[i]);
        else if (is_exact_code(has, function))
            keep_exact(ir, function, calls.items[i]);
        else
            name_exactly(ir, function, calls.items[i]);
    }
}

void oc_mathapprox(struct oc_ir *ir, const struct oc_math_code *has, enum oc_approximation which) {
    struct oc_values callees = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module) {
        if (LLVMIsDeclaration(function) && find_math_function(oc_ir_name(function)))
            oc_values_add(&callees, function);
    }
    for (size_t i = 0; i < callees.count; i++)
        visit_calls(ir, has, callees.items[i], find_math_function(oc_ir_name(callees.items[i])),
                    which);
}

bool oc_mathapprox_is_instruction(const struct oc_math_code *has, const char *intrinsic) {
    const struct function *function =
        oc_starts_with(intrinsic, "llvm.") ? find_math_function(intrinsic) : NULL;
    if (function && is_exact_code(has, function))
        return true;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (oc_starts_with(intrinsic, functions[i].intrinsic) &&
            strcmp(intrinsic + strlen(functions[i].intrinsic), ".f32") == 0)
            return true;
    return false;
}
