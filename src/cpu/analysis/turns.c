#include "cpu/analysis/turns.h"

bool oc_turns_way_out(const struct oc_body *body, struct oc_bits loop, size_t node) {
    for (unsigned s = 0; s < body->nodes[node].next_count; s++)
        if (!oc_bits_test(loop, body->nodes[node].next[s]))
            return true;
    return false;
}

size_t oc_turns_instructions(const struct oc_body *body, struct oc_bits nodes) {
    size_t count = 0;
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(nodes, i))
            count += oc_ir_count_instructions(body->nodes[i].block);
    return count;
}

// The turns of a loop that counts from one constant to another, if a comparison says so; else 0.
static unsigned long count_turns(const struct oc_body *body, struct oc_bits loop,
                                 LLVMValueRef compare) {
    if (!LLVMIsAICmpInst(compare))
        return 0;
    LLVMValueRef bound = LLVMIsAConstantInt(LLVMGetOperand(compare, 1));
    LLVMValueRef counter = LLVMGetOperand(compare, 0);
    if (LLVMIsAInstruction(counter) && LLVMGetInstructionOpcode(counter) == LLVMAdd)
        counter = LLVMGetOperand(counter, 0);
    if (!bound || !LLVMIsAPHINode(counter) || LLVMCountIncoming(counter) != 2 ||
        LLVMGetIntTypeWidth(LLVMTypeOf(counter)) > 64)
        return 0;
    long low = 0, step = 0, high = (long)LLVMConstIntGetSExtValue(bound);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef value = LLVMGetIncomingValue(counter, i);
        long from = oc_body_node(body, LLVMGetIncomingBlock(counter, i));
        LLVMValueRef constant = LLVMIsAConstantInt(value);
        if (from == OC_NO_NODE || !oc_bits_test(loop, (size_t)from)) {
            if (!constant)
                return 0;
            low = (long)LLVMConstIntGetSExtValue(constant);
            continue;
        }
        if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd ||
            LLVMGetOperand(value, 0) != counter ||
            !(constant = LLVMIsAConstantInt(LLVMGetOperand(value, 1))))
            return 0;
        step = (long)LLVMConstIntGetSExtValue(constant);
    }
    long distance;
    bool counts = step && step != -1 && !__builtin_sub_overflow(high, low, &distance);
    return counts ? (unsigned long)(distance / step + 1) : 0;
}

bool oc_turns_are_few(const struct oc_body *body, struct oc_bits loop) {
    enum { MAX_TURNS = 33, MAX_INSTRUCTIONS = 500 };
    for (size_t i = 0; i < body->count; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(body->nodes[i].block);
        if (!oc_bits_test(loop, i) || !oc_turns_way_out(body, loop, i) ||
            !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
            continue;
        unsigned long turns = count_turns(body, loop, LLVMGetCondition(branch));
        if (turns && turns <= MAX_TURNS &&
            turns * oc_turns_instructions(body, loop) <= MAX_INSTRUCTIONS)
            return true;
    }
    return false;
}
