#include "ir/ids.h"

#include "base/names.h"

#include <string.h>

// The dimension that a call asks of, if it asks for `name`, or NULL. Its result may be extended.
static LLVMValueRef asked(LLVMValueRef value, const char *name) {
    if (LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    return strcmp(oc_ir_callee_name(value), name) == 0 ? LLVMGetOperand(value, 0) : NULL;
}

// The dimension of a product of a block's id and its size, or NULL.
static LLVMValueRef block_base(LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMMul)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef id = asked(LLVMGetOperand(value, i), OC_NAME_BLOCK_ID);
        if (id && id == asked(LLVMGetOperand(value, 1 - i), OC_NAME_BLOCK_SIZE))
            return id;
    }
    return NULL;
}

// The dimension whose global id a sum is, or NULL.
static LLVMValueRef global_dimension(LLVMValueRef value) {
    if (LLVMGetInstructionOpcode(value) != LLVMAdd)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef thread = asked(LLVMGetOperand(value, i), OC_NAME_THREAD_ID);
        if (thread && thread == block_base(LLVMGetOperand(value, 1 - i)))
            return thread;
    }
    return NULL;
}

static LLVMValueRef call_global_id(struct oc_ir *ir, LLVMBuilderRef builder,
                                   LLVMValueRef dimension) {
    static const char name[] = OC_NAME_GLOBAL_ID;
    LLVMTypeRef parameter = LLVMTypeOf(dimension);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(ir->context), &parameter, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (!function)
        function = LLVMAddFunction(ir->module, name, type);
    return LLVMBuildCall2(builder, type, function, &dimension, 1, "");
}

void oc_ids_find(struct oc_ir *ir, LLVMValueRef function) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    OC_EACH_BLOCK (block, function)
        for (LLVMValueRef next = LLVMGetFirstInstruction(block), instruction;
             (instruction = next);) {
            next = LLVMGetNextInstruction(instruction);
            LLVMValueRef dimension = global_dimension(instruction);
            if (!dimension)
                continue;
            LLVMPositionBuilderBefore(builder, instruction);
            LLVMValueRef id = call_global_id(ir, builder, dimension);
            LLVMReplaceAllUsesWith(instruction,
                                   LLVMBuildTrunc(builder, id, LLVMTypeOf(instruction), ""));
            LLVMInstructionEraseFromParent(instruction);
        }
    LLVMDisposeBuilder(builder);
}
