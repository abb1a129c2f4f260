#include "cpu/loops/onlylane.h"

#include "ir/logic.h"

enum {
    MOST_BLOCKS = 16, // one after the other
    DEPTH = 6         // operations of a lane's number, one after the other
};

static bool has_effect(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (!LLVMIsATerminatorInst(instruction) && !oc_ir_only_computes(instruction))
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

// Whether a number may be another one for each lane.
static bool may_differ(const struct oc_threads *threads, const struct oc_loops *loops,
                       LLVMValueRef value, int depth) {
    if (!LLVMIsAInstruction(value))
        return false;
    if (!depth || is_lane(loops, value) || LLVMIsAPHINode(value) || !oc_ir_only_computes(value))
        return true;
    if (oc_body_node_of(threads->body, value) == OC_NO_NODE)
        return true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        if (!LLVMIsAAllocaInst(operand) && may_differ(threads, loops, operand, depth - 1))
            return true;
    }
    return false;
}

// Whether a condition asks for one lane: `lane == number`, maybe with more: `c && lane == number`.
static bool asks_for_lane(const struct oc_threads *threads, const struct oc_loops *loops,
                          LLVMValueRef condition, LLVMIntPredicate predicate) {
    LLVMValueRef both[2];
    bool is_or;
    if (predicate == LLVMIntEQ && oc_logic_read_both(condition, &both[0], &both[1], &is_or) &&
        !is_or)
        return asks_for_lane(threads, loops, both[0], predicate) ||
               asks_for_lane(threads, loops, both[1], predicate);
    if (!LLVMIsAICmpInst(condition) || LLVMGetICmpPredicate(condition) != predicate)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (is_lane(loops, LLVMGetOperand(condition, i)) &&
            !may_differ(threads, loops, LLVMGetOperand(condition, 1 - i), DEPTH))
            return true;
    return false;
}

bool oc_onlylane_is(const struct oc_threads *threads, size_t region) {
    const struct oc_loops *loops = &threads->loops[region];
    if (!threads->lanes || threads->strip || !loops->loops)
        return false;
    LLVMBasicBlockRef block = pass(loops->inner, loops->latch);
    LLVMValueRef branch = block ? LLVMGetBasicBlockTerminator(block) : NULL;
    if (!branch || block == loops->latch || !LLVMIsABranchInst(branch) ||
        !LLVMIsConditional(branch))
        return false;
    for (unsigned side = 0; side < 2; side++) // where the one lane goes
        if (asks_for_lane(threads, loops, LLVMGetCondition(branch), side ? LLVMIntNE : LLVMIntEQ))
            return pass(LLVMGetSuccessor(branch, 1 - side), loops->latch) == loops->latch;
    return false;
}
