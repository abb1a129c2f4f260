#include "speculate.h"

enum { MAX_BLOCKS = 8, MAX_OPERANDS = 4, DEPTH = 4 };

// element[root + offset], a variable of `type`.
struct place {
    LLVMValueRef base, root;
    long offset;
    LLVMTypeRef element, type;
};

static bool is_plain_load(LLVMValueRef instruction) {
    return LLVMIsALoadInst(instruction) && !LLVMGetVolatile(instruction) &&
           LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
}

static bool place_of(LLVMValueRef load, struct place *place) {
    LLVMValueRef address = LLVMGetOperand(load, 0);
    if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2 ||
        !LLVMIsInBounds(address))
        return false;
    LLVMValueRef index = LLVMGetOperand(address, 1);
    *place = (struct place){.base = LLVMGetOperand(address, 0),
                            .root = index,
                            .element = LLVMGetGEPSourceElementType(address),
                            .type = LLVMTypeOf(load)};
    if (!LLVMIsAInstruction(index) || LLVMGetInstructionOpcode(index) != LLVMAdd)
        return true;
    LLVMValueRef constant = LLVMIsAConstantInt(LLVMGetOperand(index, 1));
    if (constant && LLVMGetIntTypeWidth(LLVMTypeOf(constant)) <= 64) {
        place->root = LLVMGetOperand(index, 0);
        place->offset = (long)LLVMConstIntGetSExtValue(constant);
    }
    return true;
}

static bool is_near(const struct place *left, const struct place *right) {
    return left->base == right->base && left->root == right->root &&
           left->element == right->element && left->type == right->type;
}

static LLVMBasicBlockRef only_predecessor(LLVMBasicBlockRef block) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    if (!use || LLVMGetNextUse(use) || !LLVMIsAInstruction(LLVMGetUser(use)))
        return NULL;
    return LLVMGetInstructionParent(LLVMGetUser(use));
}

// Whether a place lies between two that are loaded on the way to the end of a block.
static bool is_between_loads(const struct place *place, LLVMBasicBlockRef block) {
    bool below = false, above = false;
    for (int blocks = 0; block && blocks < MAX_BLOCKS; blocks++, block = only_predecessor(block))
        OC_EACH_INSTRUCTION(instruction, block) {
            struct place other;
            if (!is_plain_load(instruction) || !place_of(instruction, &other) ||
                !is_near(place, &other))
                continue;
            below = below || other.offset <= place->offset;
            above = above || other.offset >= place->offset;
        }
    return below && above;
}

// Whether what a load's address is made of can move out of its block as well.
static bool can_move(LLVMValueRef value, LLVMBasicBlockRef block, int depth) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != block)
        return true;
    if (!depth || LLVMIsAPHINode(value) || LLVMGetNumOperands(value) > MAX_OPERANDS ||
        !(LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
          LLVMGetInstructionOpcode(value) == LLVMAdd ||
          LLVMGetInstructionOpcode(value) == LLVMSub || LLVMGetInstructionOpcode(value) == LLVMMul))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!can_move(LLVMGetOperand(value, (unsigned)i), block, depth - 1))
            return false;
    return true;
}

static void move(LLVMBuilderRef builder, LLVMValueRef value, LLVMBasicBlockRef block) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != block)
        return;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        move(builder, LLVMGetOperand(value, (unsigned)i), block);
    LLVMInstructionRemoveFromParent(value);
    LLVMInsertIntoBuilder(builder, value);
}

static bool may_write(LLVMValueRef instruction) {
    return LLVMIsAStoreInst(instruction) || LLVMIsACallInst(instruction) ||
           LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
           LLVMIsAFenceInst(instruction);
}

static bool speculate_in(struct oc_threads *threads, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef before = only_predecessor(block);
    bool changed = false;
    if (!before || before == block)
        return false;
    for (LLVMValueRef next = LLVMGetFirstInstruction(block), load; (load = next);) {
        struct place place;
        next = LLVMGetNextInstruction(load);
        if (may_write(load))
            break;
        if (!is_plain_load(load) || !place_of(load, &place) || !is_between_loads(&place, before) ||
            !can_move(LLVMGetOperand(load, 0), block, DEPTH))
            continue;
        LLVMPositionBuilderBefore(threads->builder, LLVMGetBasicBlockTerminator(before));
        move(threads->builder, load, block);
        changed = true;
    }
    return changed;
}

static bool is_watched(const struct oc_threads *threads) {
    static const char *const sanitizers[] = {"sanitize_address", "sanitize_hwaddress",
                                             "sanitize_memory", "sanitize_thread"};
    for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
        if (oc_ir_has_attribute(threads->body->function, sanitizers[i]))
            return true;
    return false;
}

void oc_speculate_loads(struct oc_threads *threads, size_t region) {
    const struct oc_region *nodes = &threads->regions->items[region];
    if (is_watched(threads))
        return;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t n = 0; n < nodes->count; n++)
            if (nodes->nodes[n] != nodes->head)
                changed |= speculate_in(threads, threads->body->nodes[nodes->nodes[n]].block);
    }
}
