#include "cpu/groupbounds.h"

#include "base/names.h"
#include "ir/ids.h"

#include <string.h>

// Whether a value is the index in x, also of another width.
static bool is_index(LLVMValueRef value) {
    value = oc_ir_without_int_casts(value);
    const char *name = oc_ir_callee_name(value);
    if (strcmp(name, OC_NAME_THREAD_ID) != 0 && strcmp(name, OC_NAME_GLOBAL_ID) != 0)
        return false;
    LLVMValueRef dimension = LLVMIsAConstantInt(LLVMGetOperand(value, 0));
    return dimension && LLVMConstIntGetZExtValue(dimension) == 0;
}

// Whether a comparison asks on which side of a group's first lane the index is.
static bool asks_for_first(LLVMValueRef compare, unsigned lanes) {
    LLVMValueRef bound = LLVMIsAConstantInt(LLVMGetOperand(compare, 1));
    if (!bound || LLVMGetIntTypeWidth(LLVMTypeOf(bound)) > 64)
        return false;
    unsigned long number = LLVMConstIntGetZExtValue(bound);
    switch (LLVMGetICmpPredicate(compare)) {
    case LLVMIntULT:
    case LLVMIntUGE:
    case LLVMIntSLT:
    case LLVMIntSGE:
        return number % lanes == 0;
    case LLVMIntUGT:
    case LLVMIntULE:
    case LLVMIntSGT:
    case LLVMIntSLE:
        return (number + 1) % lanes == 0;
    default:
        return false;
    }
}

void oc_groupbounds_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (compare, block) {
            if (!LLVMIsAICmpInst(compare) || !is_index(LLVMGetOperand(compare, 0)) ||
                !asks_for_first(compare, lanes))
                continue;
            LLVMValueRef index = LLVMGetOperand(compare, 0),
                         mask = LLVMConstInt(LLVMTypeOf(index), ~(uint64_t)(lanes - 1), true);
            LLVMPositionBuilderBefore(builder, compare);
            LLVMSetOperand(compare, 0, LLVMBuildAnd(builder, index, mask, ""));
        }
    LLVMDisposeBuilder(builder);
}
