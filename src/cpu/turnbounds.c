#include "cpu/turnbounds.h"

#include "base/names.h"
#include "ir/waits.h"
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

// Whether a comparison decides about a branch to a load, and there is a load before.
static bool is_between_loads(const struct oc_turns_loop *loop, LLVMValueRef compare) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(compare);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    return LLVMIsABranchInst(end) && LLVMIsConditional(end) && LLVMGetCondition(end) == compare &&
           has_load(LLVMGetSuccessor(end, 0)) && has_load(block) && is_met(loop, block);
}

void oc_turnbounds_wait(struct oc_ir *ir, const struct oc_values *branches) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < branches->count; i++) {
        LLVMPositionBuilderBefore(builder, branches->items[i]);
        oc_waits_build_barrier(ir, builder);
    }
    LLVMDisposeBuilder(builder);
}

// An index that is compared, of 32 bits without sign, is within the bound now. So it is the sum of
// the turn's index, of 64 bits, and the distance, without a carry out of 32 bits.
static void widen(struct oc_ir *ir, LLVMValueRef index, LLVMIntPredicate predicate) {
    struct oc_values users = {.arena = ir->arena};
    LLVMTypeRef type = LLVMInt64TypeInContext(ir->context);
    bool has_no_sign = predicate == LLVMIntULT || predicate == LLVMIntULE;
    if (!has_no_sign || LLVMTypeOf(index) != LLVMInt32TypeInContext(ir->context) ||
        LLVMTypeOf(oc_ir_without_int_casts(LLVMGetOperand(index, 0))) != type)
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(index); use; use = LLVMGetNextUse(use))
        if (LLVMIsAZExtInst(LLVMGetUser(use)) && LLVMTypeOf(LLVMGetUser(use)) == type)
            oc_values_add(&users, LLVMGetUser(use));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < users.count; i++) {
        LLVMPositionBuilderBefore(builder, users.items[i]);
        LLVMValueRef left = oc_ir_without_int_casts(LLVMGetOperand(index, 0)),
                     right = LLVMBuildZExt(builder, LLVMGetOperand(index, 1), type, "");
        LLVMReplaceAllUsesWith(users.items[i], LLVMBuildNUWAdd(builder, left, right, ""));
        LLVMInstructionEraseFromParent(users.items[i]);
    }
    LLVMDisposeBuilder(builder);
}

unsigned long oc_turnbounds_decide(struct oc_ir *ir, const struct oc_turns_loop *loop,
                                   struct oc_values *between) {
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
            if (distance && loop->may_wait && is_between_loads(loop, compare))
                oc_values_add(between,
                              LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(compare)));
            if (distance)
                widen(ir, LLVMGetOperand(compare, 0), predicate);
            if (distance)
                LLVMReplaceAllUsesWith(compare, LLVMConstInt(bit, 1, false));
        }
    return greatest;
}
