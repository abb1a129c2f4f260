#include "cpu/onelane.h"

#include "ir/llvm_shim.h"

// A loop whose first block compares the turn with a constant. It is left at its last block only.
struct loop {
    const struct oc_loop *loop;
    LLVMValueRef turn;      // a phi, which counts from 0
    unsigned start;         // which of the phi's values comes from outside of the loop
    LLVMValueRef asked;     // the constant
    LLVMBasicBlockRef last; // whose branch goes back
    LLVMValueRef back;      // that branch
    unsigned out;           // which of the branch's successors is outside of the loop
};

static bool is_used_outside(const struct oc_loop *loop, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!oc_loop_has(loop, LLVMGetInstructionParent(LLVMGetUser(use))))
            return true;
    return false;
}

// Whether a block does nothing but compute values for the loop.
static bool only_computes(const struct oc_loop *loop, LLVMBasicBlockRef block, LLVMValueRef turn) {
    OC_EACH_INSTRUCTION (instruction, block) {
        bool is_phi = LLVMIsAPHINode(instruction) && instruction != turn;
        if (is_phi || is_used_outside(loop, instruction) ||
            (!LLVMIsATerminatorInst(instruction) && oc_ir_has_effect(instruction)))
            return false;
    }
    return true;
}

// Reads the phi of a loop's first block: 0 from outside, and one more from the last block.
static bool read_turn(LLVMBasicBlockRef head, struct loop *out) {
    LLVMValueRef turn = LLVMGetFirstInstruction(head);
    if (!LLVMIsAPHINode(turn) || LLVMCountIncoming(turn) != 2)
        return false;
    unsigned inside = oc_loop_has(out->loop, LLVMGetIncomingBlock(turn, 0)) ? 0 : 1;
    out->turn = turn;
    out->start = 1 - inside;
    out->last = LLVMGetIncomingBlock(turn, inside);
    LLVMValueRef start = LLVMGetIncomingValue(turn, out->start);
    LLVMValueRef next = LLVMGetIncomingValue(turn, inside);
    return oc_loop_has(out->loop, out->last) &&
           !oc_loop_has(out->loop, LLVMGetIncomingBlock(turn, out->start)) &&
           LLVMIsAConstantInt(start) && LLVMConstIntGetZExtValue(start) == 0 &&
           LLVMIsABinaryOperator(next) && LLVMGetInstructionOpcode(next) == LLVMAdd &&
           LLVMGetOperand(next, 0) == turn && LLVMIsAConstantInt(LLVMGetOperand(next, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(next, 1)) == 1;
}

// Reads `turn == constant` at the end of the first block, where other turns go to the last block.
static bool read_question(LLVMBasicBlockRef head, struct loop *out) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(head);
    if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
        return false;
    LLVMValueRef asks = LLVMGetCondition(branch);
    bool equal = LLVMIsAICmpInst(asks) && LLVMGetICmpPredicate(asks) == LLVMIntEQ;
    bool differs = LLVMIsAICmpInst(asks) && LLVMGetICmpPredicate(asks) == LLVMIntNE;
    if ((!equal && !differs) || LLVMGetOperand(asks, 0) != out->turn ||
        LLVMGetSuccessor(branch, equal ? 1 : 0) != out->last)
        return false;
    out->asked = LLVMGetOperand(asks, 1);
    return LLVMIsAConstantInt(out->asked) != NULL;
}

// Reads the end of the last block, and whether the turn that is asked for is one of the loop's.
static bool read_end(const struct oc_loop_info *loops, LLVMBasicBlockRef head, struct loop *out) {
    unsigned turns = oc_loops_turns(loops, out->loop);
    out->back = LLVMGetBasicBlockTerminator(out->last);
    if (out->last == head || LLVMGetNumSuccessors(out->back) != 2)
        return false;
    out->out = LLVMGetSuccessor(out->back, 0) == head ? 1 : 0;
    return LLVMGetSuccessor(out->back, 1 - out->out) == head &&
           LLVMConstIntGetZExtValue(out->asked) < turns;
}

static bool is_left_at_end(LLVMValueRef function, const struct loop *loop) {
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            if (oc_loop_has(loop->loop, block) && block != loop->last &&
                !oc_loop_has(loop->loop, LLVMGetSuccessor(end, s)))
                return false;
    }
    return true;
}

void oc_onelane_run(struct oc_ir *ir, LLVMValueRef function) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(ir->context);
    struct oc_loop_info *loops = oc_loops_read(function);
    OC_EACH_BLOCK (head, function) {
        struct loop loop = {.loop = oc_loops_around(loops, head)};
        if (!loop.loop || !read_turn(head, &loop) || !read_question(head, &loop) ||
            !read_end(loops, head, &loop) || !only_computes(loop.loop, head, loop.turn) ||
            !only_computes(loop.loop, loop.last, NULL) || !is_left_at_end(function, &loop))
            continue;
        LLVMSetOperand(loop.turn, loop.start, loop.asked);
        LLVMSetCondition(loop.back, LLVMConstInt(bit, loop.out == 0, false));
    }
    oc_loops_dispose(loops);
}
