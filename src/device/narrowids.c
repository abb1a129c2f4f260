#include "device/narrowids.h"

#include "base/names.h"

static bool is_narrowed(LLVMValueRef call) {
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
        if (!LLVMIsATruncInst(LLVMGetUser(use)) || oc_ir_width(LLVMGetUser(use)) > 32)
            return false;
    return LLVMGetFirstUse(call) != NULL;
}

static void narrow(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef call) {
    LLVMTypeRef number = LLVMInt32TypeInContext(ir->context);
    LLVMTypeRef type = LLVMFunctionType(number, &number, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, OC_NAME_GLOBAL_ID_LOW);
    LLVMValueRef dimension = LLVMGetOperand(call, 0);
    if (!function)
        function = LLVMAddFunction(ir->module, OC_NAME_GLOBAL_ID_LOW, type);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef low = LLVMBuildCall2(builder, type, function, &dimension, 1, "");
    LLVMReplaceAllUsesWith(call, LLVMBuildZExt(builder, low, LLVMTypeOf(call), ""));
    LLVMInstructionEraseFromParent(call);
}

void oc_narrow_ids(struct oc_ir *ir) {
    LLVMValueRef index = LLVMGetNamedFunction(ir->module, OC_USER_GLOBAL_ID);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (LLVMUseRef use = index ? LLVMGetFirstUse(index) : NULL, next; use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (oc_ir_is_call(call) && oc_ir_callee(call) == index && is_narrowed(call))
            narrow(ir, builder, call);
    }
    LLVMDisposeBuilder(builder);
}
