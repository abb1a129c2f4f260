#include "cpu/loops/onlylane.h"

enum { MOST_BLOCKS = 16 }; // one after the other

static bool has_effect(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (!LLVMIsATerminatorInst(instruction) && oc_ir_has_effect(instruction))
            return true;
    return false;
}

// Goes on from a block, as long as there is one way and nothing is done. Returns the block where
// this ends; NULL if something is done on the way.
static LLVMBasicBlockRef pass(LLVMBasicBlockRef block, LLVMBasicBlockRef end) {
    for (unsigned i = 0; i < MOST_BLOCKS && block != end; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
        if (has_effect(block))
            return NULL;
        if (LLVMGetNumSuccessors(branch) != 1)
            return block;
        block = LLVMGetSuccessor(branch, 0);
    }
    return block;
}

// Whether a value is the number of the lane.
static bool is_lane(const struct oc_loops *loops, LLVMValueRef value) {
    if (LLVMIsATruncInst(value) || LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    return value == loops->x || value == loops->thread || value == loops->thread_ids[0] ||
           (LLVMIsATruncInst(value) && LLVMGetOperand(value, 0) == loops->thread);
}

bool oc_onlylane_is(const struct oc_threads *threads, size_t region) {
    const struct oc_loops *loops = &threads->loops[region];
    if (!threads->lanes || threads->strip || !loops->loops)
        return false;
    LLVMBasicBlockRef block = pass(loops->inner, loops->latch);
    LLVMValueRef branch = block ? LLVMGetBasicBlockTerminator(block) : NULL;
    if (!branch || block == loops->latch || !LLVMIsABranchInst(branch) ||
        !LLVMIsConditional(branch) || !LLVMIsAICmpInst(LLVMGetCondition(branch)))
        return false;
    LLVMValueRef compare = LLVMGetCondition(branch);
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    if ((predicate != LLVMIntEQ && predicate != LLVMIntNE) ||
        !LLVMIsAConstantInt(LLVMGetOperand(compare, 1)) ||
        !is_lane(loops, LLVMGetOperand(compare, 0)))
        return false;
    LLVMBasicBlockRef others = LLVMGetSuccessor(branch, predicate == LLVMIntEQ ? 1 : 0);
    return pass(others, loops->latch) == loops->latch;
}
