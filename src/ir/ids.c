#include "ir/ids.h"

#include "base/names.h"

#include <string.h>

bool oc_ids_is_index(const char *name) {
    static const char *const names[] = {OC_NAME_THREAD_ID, OC_NAME_BLOCK_ID, OC_NAME_BLOCK_SIZE,
                                        OC_NAME_BLOCK_COUNT, OC_NAME_GLOBAL_ID};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

// The dimension that a call asks of, if it asks for `name`, or NULL. Its result may be extended.
static LLVMValueRef asked(LLVMValueRef value, const char *name) {
    if (LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    return strcmp(oc_ir_callee_name(value), name) == 0 ? LLVMGetOperand(value, 0) : NULL;
}

// Whether a value is the size of blocks in a dimension.
static bool is_size(LLVMValueRef value, LLVMValueRef dimension, const unsigned *size) {
    if (dimension == asked(value, OC_NAME_BLOCK_SIZE))
        return true;
    return size && LLVMIsAConstantInt(value) && LLVMIsAConstantInt(dimension) &&
           LLVMConstIntGetZExtValue(value) == size[LLVMConstIntGetZExtValue(dimension)];
}

// The dimension of a product of a block's id and its size, or NULL.
static LLVMValueRef block_base(LLVMValueRef value, const unsigned *size) {
    if (!LLVMIsAInstruction(value))
        return NULL;
    LLVMValueRef id;
    if (LLVMGetInstructionOpcode(value) == LLVMShl) {
        id = asked(LLVMGetOperand(value, 0), OC_NAME_BLOCK_ID);
        bool fits = id && size && LLVMIsAConstantInt(id) &&
                    1ul << oc_ir_shift(value) % 64 == size[LLVMConstIntGetZExtValue(id)];
        return fits ? id : NULL;
    }
    for (unsigned i = 0; i < 2 && LLVMGetInstructionOpcode(value) == LLVMMul; i++) {
        id = asked(LLVMGetOperand(value, i), OC_NAME_BLOCK_ID);
        if (id && is_size(LLVMGetOperand(value, 1 - i), id, size))
            return id;
    }
    return NULL;
}

// The dimension whose global id a value is, or NULL: of a sum, or the number of a block of one
// thread.
static LLVMValueRef global_dimension(LLVMValueRef value, const unsigned *size) {
    LLVMValueRef id = oc_ir_is_call(value) ? asked(value, OC_NAME_BLOCK_ID) : NULL;
    if (id)
        return size && LLVMIsAConstantInt(id) && size[LLVMConstIntGetZExtValue(id)] == 1 ? id
                                                                                         : NULL;
    if (LLVMGetInstructionOpcode(value) != LLVMAdd)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef thread = asked(LLVMGetOperand(value, i), OC_NAME_THREAD_ID);
        if (thread && thread == block_base(LLVMGetOperand(value, 1 - i), size))
            return thread;
    }
    return NULL;
}

LLVMValueRef oc_ids_call(struct oc_ir *ir, LLVMBuilderRef builder, const char *name,
                         LLVMValueRef dimension) {
    bool is_global = strcmp(name, OC_NAME_GLOBAL_ID) == 0;
    LLVMTypeRef parameter = LLVMTypeOf(dimension);
    LLVMTypeRef result = is_global ? LLVMInt64TypeInContext(ir->context) : parameter;
    LLVMTypeRef type = LLVMFunctionType(result, &parameter, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (!function)
        function = LLVMAddFunction(ir->module, name, type);
    return LLVMBuildCall2(builder, type, function, &dimension, 1, "");
}

void oc_ids_make_pure(struct oc_ir *ir, LLVMValueRef call) {
    static const char name[] = "noundef";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    oc_ir_make_pure(ir, call);
    LLVMAddCallSiteAttribute(call, LLVMAttributeReturnIndex,
                             LLVMCreateEnumAttribute(ir->context, kind, 0));
}

void oc_ids_find(struct oc_ir *ir, LLVMValueRef function, const unsigned *size) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    OC_EACH_BLOCK (block, function)
        for (LLVMValueRef next = LLVMGetFirstInstruction(block), instruction;
             (instruction = next);) {
            next = LLVMGetNextInstruction(instruction);
            LLVMValueRef dimension = global_dimension(instruction, size);
            if (!dimension)
                continue;
            LLVMPositionBuilderBefore(builder, instruction);
            LLVMValueRef id = oc_ids_call(ir, builder, OC_NAME_GLOBAL_ID, dimension);
            LLVMReplaceAllUsesWith(instruction,
                                   LLVMBuildTrunc(builder, id, LLVMTypeOf(instruction), ""));
            LLVMInstructionEraseFromParent(instruction);
        }
    LLVMDisposeBuilder(builder);
}
