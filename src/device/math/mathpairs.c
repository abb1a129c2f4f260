#include "device/math/mathpairs.h"

#include <string.h>

// What computes a sine or a cosine: libm's name, and LLVM's. LLVM's for float are instructions.
struct names {
    const char *libm, *llvm;
};

static const struct trigonometry {
    bool is_float;
    struct names sine, cosine;
} types[] = {
    {true, {"sinf", NULL}, {"cosf", NULL}},
    {false, {"sin", "llvm.sin.f64"}, {"cos", "llvm.cos.f64"}},
};

static bool calls(LLVMValueRef instruction, const struct names *names) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? oc_ir_callee(instruction) : NULL;
    if (!callee || !LLVMIsDeclaration(callee))
        return false;
    const char *name = oc_ir_name(callee);
    return strcmp(name, names->libm) == 0 || (names->llvm && strcmp(name, names->llvm) == 0);
}

static bool has_both(LLVMValueRef function, const struct trigonometry *type) {
    bool sine = false, cosine = false;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            sine = sine || calls(instruction, &type->sine);
            cosine = cosine || calls(instruction, &type->cosine);
        }
    return sine && cosine;
}

// ---- A pair ------------------------------------------------------------------------------------

// The library's function: it returns the sine and writes the cosine, or writes both.
static LLVMValueRef declare_pair(struct oc_ir *ir, const struct oc_vendor_math *vendor,
                                 const char *name, LLVMTypeRef number, LLVMTypeRef pointer) {
    LLVMTypeRef parameters[] = {number, pointer, pointer};
    LLVMTypeRef type = vendor->returns_sine ? LLVMFunctionType(number, parameters, 2, false)
                                            : LLVMFunctionType(LLVMVoidTypeInContext(ir->context),
                                                               parameters, 3, false);
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

static LLVMValueRef build_place(LLVMBuilderRef builder, LLVMValueRef function, LLVMTypeRef number) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    return LLVMBuildAlloca(builder, number, "");
}

static void replace(LLVMValueRef call, LLVMValueRef value) {
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
}

// `first` is the one of the calls that is before the other.
static LLVMValueRef join(struct oc_ir *ir, const struct oc_vendor_math *vendor, const char *name,
                         LLVMValueRef sine, LLVMValueRef cosine, LLVMValueRef first) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMTypeRef number = LLVMTypeOf(sine);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(first));
    LLVMValueRef places[] = {build_place(builder, function, number),
                             build_place(builder, function, number)};
    LLVMValueRef pair = declare_pair(ir, vendor, name, number, LLVMTypeOf(places[0]));
    LLVMPositionBuilderBefore(builder, first);
    LLVMValueRef arguments[] = {LLVMGetOperand(first, 0), places[1], places[1]}, result;
    if (!vendor->returns_sine)
        arguments[1] = places[0];
    LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(pair), pair, arguments,
                                       vendor->returns_sine ? 2 : 3, "");
    if (vendor->returns_sine) {
        result = call;
        LLVMSetFastMathFlags(call, LLVMGetFastMathFlags(sine));
    } else
        result = LLVMBuildLoad2(builder, number, places[0], "");
    LLVMValueRef other = LLVMBuildLoad2(builder, number, places[1], "");
    LLVMDisposeBuilder(builder);
    replace(sine, result);
    replace(cosine, other);
    return pair;
}

static void join_in_block(struct oc_ir *ir, const struct oc_vendor_math *vendor, const char *name,
                          const struct trigonometry *type, LLVMBasicBlockRef block,
                          struct oc_values *out) {
    struct oc_values all = {.arena = ir->arena};
    OC_EACH_INSTRUCTION (instruction, block)
        if (calls(instruction, &type->sine) || calls(instruction, &type->cosine))
            oc_values_add(&all, instruction);
    for (size_t i = 0; i < all.count; i++) {
        size_t k = i + 1;
        bool is_sine = all.items[i] && calls(all.items[i], &type->sine);
        while (all.items[i] && k < all.count &&
               !(all.items[k] && calls(all.items[k], &type->sine) != is_sine &&
                 LLVMGetOperand(all.items[k], 0) == LLVMGetOperand(all.items[i], 0)))
            k++;
        if (!all.items[i] || k == all.count)
            continue;
        LLVMValueRef sine = all.items[is_sine ? i : k], cosine = all.items[is_sine ? k : i];
        oc_values_add(out, join(ir, vendor, name, sine, cosine, all.items[i]));
        all.items[k] = NULL;
    }
}

bool oc_mathpairs_join(struct oc_ir *ir, const struct oc_vendor_math *vendor, LLVMModuleRef library,
                       struct oc_values *out) {
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        const char *name = vendor->symbol(ir->arena, "sincos", types[t].is_float);
        LLVMValueRef pair = LLVMGetNamedFunction(library, name);
        if (!pair || LLVMIsDeclaration(pair))
            continue;
        OC_EACH_FUNCTION (function, ir->module) {
            if (!has_both(function, &types[t]))
                continue;
            if (!oc_ir_run_on_function(ir, function, "sroa,early-cse", NULL))
                return false;
            OC_EACH_BLOCK (block, function)
                join_in_block(ir, vendor, name, &types[t], block, out);
        }
    }
    return true;
}
