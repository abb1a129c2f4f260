#include "cpu/turnbounds.h"

#include "base/names.h"
#include "model/unit.h"

#include <string.h>

enum { MOST_DISTANCE = 1 << 20 };

// Whether a value is the index of a turn: that at which it begins, and the thread's start.
static bool is_index(const struct oc_turns_loop *loop, LLVMValueRef value) {
    value = oc_ir_without_int_casts(value);
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
        return false;
    LLVMValueRef turn = LLVMGetOperand(loop->next, 0), left = LLVMGetOperand(value, 0),
                 right = LLVMGetOperand(value, 1);
    return (left == turn && right == loop->start) || (left == loop->start && right == turn);
}

// What an index of the same thread is more than the turn's, at most; 0 if that is not known.
static unsigned long distance_of(const struct oc_turns_loop *loop, LLVMValueRef value) {
    value = oc_ir_without_int_casts(value);
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd ||
        is_index(loop, value) || !is_index(loop, LLVMGetOperand(value, 0)))
        return 0;
    LLVMValueRef added = oc_ir_without_int_casts(LLVMGetOperand(value, 1));
    if (strcmp(oc_ir_callee_name(added), OC_NAME_BLOCK_SIZE) == 0)
        return OC_MAX_BLOCK_THREADS;
    if (!LLVMIsAConstantInt(added) || LLVMConstIntGetSExtValue(added) < 0 ||
        LLVMConstIntGetSExtValue(added) > MOST_DISTANCE)
        return 0;
    return (unsigned long)LLVMConstIntGetSExtValue(added);
}

// Whether a number is not one of few bits, which may be a part of an index.
static bool is_wide(LLVMValueRef number) {
    enum { WIDE = 32 };
    LLVMTypeRef type = LLVMTypeOf(number);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= WIDE;
}

// Whether two operands are the same number, of which one may have been extended.
static bool are_same(LLVMValueRef one, LLVMValueRef other) {
    return oc_ir_without_int_casts(one) == oc_ir_without_int_casts(other);
}

static bool has_load(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (LLVMIsALoadInst(instruction))
            return true;
    return false;
}

// Whether all threads of a full turn come to a block.
static bool is_met(const struct oc_turns_loop *loop, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef at = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(loop->check), 0);
    for (size_t i = 0; i < loop->blocks.count && at != block; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(at);
        if (LLVMGetNumSuccessors(end) != 1)
            return false;
        at = LLVMGetSuccessor(end, 0);
    }
    return at == block;
}

// Puts a barrier before a branch to a load that this comparison decides, if there is a load before.
static void wait_before(struct oc_ir *ir, const struct oc_turns_loop *loop, LLVMValueRef compare) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(compare);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block),
                 barrier = LLVMGetNamedFunction(ir->module, OC_NAME_BARRIER);
    bool decides = LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
                   LLVMGetCondition(end) == compare && has_load(LLVMGetSuccessor(end, 0));
    if (!barrier || LLVMCountParams(barrier) || !decides || !has_load(block) ||
        !is_met(loop, block))
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, end);
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(barrier), barrier, NULL, 0, "");
    LLVMDisposeBuilder(builder);
}

unsigned long oc_turnbounds_decide(struct oc_ir *ir, const struct oc_turns_loop *loop) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(ir->context);
    LLVMValueRef goes_on = LLVMGetCondition(LLVMGetBasicBlockTerminator(loop->header));
    if (!LLVMIsAICmpInst(goes_on)) // for a part of the turns, whether one is in it is asked, too
        goes_on = LLVMGetOperand(goes_on, 0);
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(goes_on);
    unsigned long greatest = 0;
    for (size_t i = 0; i < loop->blocks.count; i++)
        OC_EACH_INSTRUCTION (compare, LLVMValueAsBasicBlock(loop->blocks.items[i])) {
            if (!LLVMIsAICmpInst(compare) || LLVMGetICmpPredicate(compare) != predicate ||
                !is_wide(LLVMGetOperand(compare, 0)) ||
                !are_same(LLVMGetOperand(compare, 1), LLVMGetOperand(goes_on, 1)))
                continue;
            unsigned long distance = distance_of(loop, LLVMGetOperand(compare, 0));
            greatest = distance > greatest ? distance : greatest;
            if (distance && loop->may_wait)
                wait_before(ir, loop, compare);
            if (distance)
                LLVMReplaceAllUsesWith(compare, LLVMConstInt(bit, 1, false));
        }
    return greatest;
}
