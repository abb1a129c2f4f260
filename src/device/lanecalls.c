#include "device/lanecalls.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

#define MASKED "_in" // takes a mask

bool oc_lanecalls_is_among(LLVMValueRef function) {
    static const char *const kinds[] = {OC_NAME_LANE "shuffle_", OC_NAME_LANE "ballot",
                                        OC_NAME_LANE "reduce",   OC_NAME_LANE "match",
                                        OC_NAME_LANE "sync",     NULL};
    for (const char *const *kind = kinds; *kind; kind++)
        if (oc_starts_with(oc_ir_name(function), *kind))
            return true;
    return false;
}

bool oc_lanecalls_is_function(LLVMValueRef function) {
    const char *name = oc_ir_name(function);
    return oc_lanecalls_is_among(function) && !oc_ends_with(name, OC_LANES_WHOLE) &&
           !oc_ends_with(name, OC_LANES_AMONG);
}

bool oc_lanecalls_is_call(LLVMValueRef instruction) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? oc_ir_callee(instruction) : NULL;
    return callee && oc_lanecalls_is_function(callee);
}

bool oc_lanecalls_has_mask(LLVMValueRef call) {
    return oc_ends_with(oc_ir_callee_name(call), MASKED);
}

bool oc_lanecalls_names_all(const struct oc_ir *ir, LLVMValueRef call) {
    LLVMValueRef mask = LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
    if (!LLVMIsAConstantInt(mask))
        return false;
    LLVMTypeRef lanes = LLVMGetReturnType(
        LLVMGlobalGetValueType(LLVMGetNamedFunction(ir->module, OC_NAME_LANE "mask")));
    uint64_t every = ~0ull >> (64 - LLVMGetIntTypeWidth(lanes));
    return (LLVMConstIntGetZExtValue(mask) & every) == every;
}

static void mark_convergent(struct oc_ir *ir, LLVMValueRef call) {
    static const char name[] = "convergent";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(ir->context, kind, 0));
}

LLVMValueRef oc_lanecalls_build(struct oc_ir *ir, LLVMBuilderRef builder, const char *name,
                                LLVMValueRef *arguments, unsigned count) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    LLVMValueRef result =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
    mark_convergent(ir, result);
    return result;
}

LLVMValueRef oc_lanecalls_ask(struct oc_ir *ir, LLVMBasicBlockRef block, const char *name) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMValueRef before = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(before) || LLVMIsAAllocaInst(before))
        before = LLVMGetNextInstruction(before);
    LLVMPositionBuilderBefore(builder, before);
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMValueRef result = oc_lanecalls_build(ir, builder, name, NULL, 0);
    LLVMDisposeBuilder(builder);
    return result;
}

LLVMValueRef oc_lanecalls_vote(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef condition,
                               LLVMValueRef mask) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    LLVMValueRef arguments[] = {LLVMBuildZExt(builder, condition, i32, ""), mask};
    LLVMValueRef voted =
        oc_lanecalls_build(ir, builder, OC_NAME_LANE "ballot" OC_LANES_AMONG, arguments, 2);
    return LLVMBuildTrunc(builder, voted, i32, "");
}

void oc_lanecalls_replace(struct oc_ir *ir, LLVMValueRef call, const char *ending,
                          LLVMValueRef lanes) {
    LLVMValueRef arguments[3];
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    bool has_mask = oc_lanecalls_has_mask(call);
    unsigned count = LLVMGetNumArgOperands(call) - has_mask;
    for (unsigned i = 0; i < count; i++)
        arguments[i] = LLVMGetOperand(call, i);
    arguments[count] = lanes;
    const char *name = oc_ir_callee_name(call);
    size_t length = strlen(name) - (has_mask ? strlen(MASKED) : 0);
    name = oc_arena_printf(ir->arena, "%.*s%s", (int)length, name, ending);
    LLVMPositionBuilderBefore(builder, call); // with its place in the source
    LLVMReplaceAllUsesWith(call, oc_lanecalls_build(ir, builder, name, arguments, count + 1));
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}
