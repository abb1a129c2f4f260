#include "cpu/loops/sides.h"

#include "ir/edit.h"

// ---- Which side does the work -------------------------------------------------------------------

// The nodes of the region that a block reaches, not through `without`.
static struct oc_bits reachable_nodes(const struct oc_guards *guards, LLVMBasicBlockRef from,
                                      LLVMBasicBlockRef without) {
    const struct oc_body *body = guards->threads->body;
    struct oc_bits seen = oc_bits_make(guards->threads->ir->arena, body->count);
    LLVMBasicBlockRef *stack =
        OC_NEW_ARRAY(guards->threads->ir->arena, body->count + 1, LLVMBasicBlockRef);
    size_t depth = 0;
    if (oc_guards_in_region(guards, from) && oc_bits_set(seen, (size_t)oc_body_node(body, from)))
        stack[depth++] = from;
    while (depth) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(stack[--depth]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, s);
            if (next != without && oc_guards_in_region(guards, next) &&
                oc_bits_set(seen, (size_t)oc_body_node(body, next)))
                stack[depth++] = next;
        }
    }
    return seen;
}

// Whether a block calls what programs do not call, such as the end by a failed check.
static bool is_cold(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        LLVMValueRef callee = oc_ir_is_call(instruction) ? oc_ir_callee(instruction) : NULL;
        if (callee && oc_ir_has_attribute(callee, "cold"))
            return true;
    }
    return false;
}

static size_t work_in(const struct oc_guards *guards, struct oc_bits nodes,
                      struct oc_bits without) {
    size_t work = 0;
    for (size_t i = 0; i < guards->threads->body->count; i++) {
        LLVMBasicBlockRef block = guards->threads->body->nodes[i].block;
        if (oc_bits_test(nodes, i) && !oc_bits_test(without, i) && !is_cold(block))
            work += oc_ir_count_instructions(block);
    }
    return work;
}

// Whether a block accesses what differs between the threads of a row.
static bool accesses(const struct oc_guards *guards, LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (oc_ir_has_effect(instruction) ||
            (LLVMIsALoadInst(instruction) &&
             !oc_guards_is_of_row(guards, LLVMGetOperand(instruction, 0))))
            return true;
    return false;
}

// Whether the nodes only decide that a program ends, and end it. Nodes that access something, with
// a check that may fail, do not.
static bool only_end(const struct oc_guards *guards, struct oc_bits nodes, struct oc_bits without) {
    bool any = false;
    for (size_t i = 0; i < guards->threads->body->count; i++) {
        LLVMBasicBlockRef block = guards->threads->body->nodes[i].block;
        if (!oc_bits_test(nodes, i) || oc_bits_test(without, i))
            continue;
        if (!is_cold(block) && accesses(guards, block))
            return false;
        any |= is_cold(block);
    }
    return any;
}

bool oc_sides_find(const struct oc_guards *guards, LLVMBasicBlockRef block, unsigned *working,
                   bool *ends) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    *ends = false;
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    struct oc_bits sides[2];
    for (unsigned s = 0; s < 2; s++)
        sides[s] = reachable_nodes(guards, LLVMGetSuccessor(branch, s), block);
    for (unsigned s = 0; s < 2; s++)
        if (only_end(guards, sides[s], sides[1 - s])) {
            *working = 1 - s;
            *ends = true;
            return true;
        }
    size_t yes = work_in(guards, sides[0], sides[1]), no = work_in(guards, sides[1], sides[0]);
    size_t more = yes > no ? yes : no, less = yes > no ? no : yes;
    *working = yes > no ? 0 : 1;
    return more >= 2 && (less <= 3 || less * 4 <= more);
}

// ---- Idle threads -------------------------------------------------------------------------------

bool oc_sides_has_effect(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (LLVMIsAUnreachableInst(instruction) || oc_ir_has_effect(instruction))
            return true;
    }
    return false;
}

static bool is_same_address(LLVMValueRef left, LLVMValueRef right) {
    if (left == right)
        return true;
    if (!LLVMIsAGetElementPtrInst(left) || !LLVMIsAGetElementPtrInst(right) ||
        LLVMGetGEPSourceElementType(left) != LLVMGetGEPSourceElementType(right) ||
        LLVMGetNumOperands(left) != LLVMGetNumOperands(right))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(left); i++)
        if (LLVMGetOperand(left, (unsigned)i) != LLVMGetOperand(right, (unsigned)i))
            return false;
    return true;
}

// Whether a store puts back what a thread that comes from a block has loaded from there.
static bool puts_back(const struct oc_guards *guards, LLVMValueRef store, LLVMBasicBlockRef from) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == LLVMGetInstructionParent(store))
        value = oc_edit_incoming(value, from);
    return value && LLVMIsALoadInst(value) &&
           oc_guards_in_region(guards, LLVMGetInstructionParent(value)) &&
           !LLVMGetVolatile(value) && !LLVMGetVolatile(store) &&
           LLVMGetOrdering(store) == LLVMAtomicOrderingNotAtomic &&
           is_same_address(LLVMGetOperand(value, 0), LLVMGetOperand(store, 1));
}

static bool has_effect_after(const struct oc_guards *guards, LLVMBasicBlockRef block,
                             LLVMBasicBlockRef from) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (LLVMIsAStoreInst(instruction) && puts_back(guards, instruction, from))
            continue;
        if (LLVMIsAUnreachableInst(instruction) || oc_ir_has_effect(instruction))
            return true;
    }
    return false;
}

bool oc_sides_is_idle(const struct oc_guards *guards, LLVMBasicBlockRef from,
                      LLVMBasicBlockRef block) {
    for (int blocks = 0; blocks < OC_MAX_IDLE_BLOCKS; blocks++) {
        if (block == guards->loops->latch)
            return true;
        if (!oc_guards_in_region(guards, block) || has_effect_after(guards, block, from))
            return false;
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (LLVMGetNumSuccessors(terminator) != 1)
            return false;
        from = block;
        block = LLVMGetSuccessor(terminator, 0);
    }
    return false;
}
