#include "cpu/loops/speculate.h"

#include <string.h>

enum { MAX_BLOCKS = 8, MAX_OPERANDS = 4, DEPTH = 4, MAX_BYTES = 1 << 20 };

// A variable of `type`, `bytes` after element[root] from `base` on.
struct place {
    LLVMValueRef base, root;
    LLVMTypeRef element, type;
    long bytes;
};

static bool is_plain_load(LLVMValueRef instruction) {
    return LLVMIsALoadInst(instruction) && !LLVMGetVolatile(instruction) &&
           LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
}

// Adds a multiple of an element's size, if it is a sane one.
static bool add_bytes(const struct oc_threads *threads, struct place *place, LLVMTypeRef element,
                      LLVMValueRef constant) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(threads->ir->module);
    unsigned long size = LLVMABISizeOfType(layout, element);
    long count = (long)LLVMConstIntGetSExtValue(constant);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64 || size > MAX_BYTES || count > MAX_BYTES ||
        count < -MAX_BYTES)
        return false;
    place->bytes += count * (long)size;
    return true;
}

// Takes one index off an address.
static bool take_index(const struct oc_threads *threads, LLVMValueRef address,
                       struct place *place) {
    LLVMTypeRef element = LLVMGetGEPSourceElementType(address);
    LLVMValueRef index = LLVMGetOperand(address, 1), constant = LLVMIsAConstantInt(index);
    if (constant)
        return add_bytes(threads, place, element, constant);
    if (place->root)
        return false;
    if (LLVMIsAInstruction(index) && LLVMGetInstructionOpcode(index) == LLVMAdd &&
        (constant = LLVMIsAConstantInt(LLVMGetOperand(index, 1))) &&
        add_bytes(threads, place, element, constant))
        index = LLVMGetOperand(index, 0);
    place->root = index;
    place->element = element;
    return true;
}

static struct place place_of(const struct oc_threads *threads, LLVMValueRef load) {
    LLVMValueRef address = LLVMGetOperand(load, 0);
    struct place place = {.type = LLVMTypeOf(load)};
    while (LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2 &&
           take_index(threads, address, &place))
        address = LLVMGetOperand(address, 0);
    place.base = address;
    return place;
}

static bool is_near(const struct place *left, const struct place *right) {
    return left->base == right->base && left->root == right->root &&
           left->element == right->element && left->type == right->type;
}

// Whether a place lies between two that are loaded on the way to the end of a block: what is
// reached from one base is one object.
static bool is_between_loads(const struct oc_threads *threads, const struct place *place,
                             LLVMBasicBlockRef block) {
    bool below = false, above = false;
    for (int blocks = 0; block && blocks < MAX_BLOCKS;
         blocks++, block = oc_ir_only_predecessor(block))
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!is_plain_load(instruction))
                continue;
            struct place other = place_of(threads, instruction);
            below = below || (is_near(place, &other) && other.bytes <= place->bytes);
            above = above || (is_near(place, &other) && other.bytes >= place->bytes);
        }
    return below && above;
}

// Whether what a load's address is made of can move out of its block as well.
static bool can_move(LLVMValueRef value, LLVMBasicBlockRef block, int depth) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != block)
        return true;
    if (!depth || LLVMIsAPHINode(value) || LLVMGetNumOperands(value) > MAX_OPERANDS ||
        !(LLVMIsAGetElementPtrInst(value) || oc_ir_is_index_arithmetic(value)))
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

// What a load says of its value, it says for those that come to it.
static void drop_promises(const struct oc_threads *threads, LLVMValueRef load) {
    static const char *const kinds[] = {"noundef",   "range",           "nonnull",
                                        "align",     "dereferenceable", "dereferenceable_or_null",
                                        "nofpclass", "invariant.load"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        LLVMSetMetadata(
            load,
            LLVMGetMDKindIDInContext(threads->ir->context, kinds[i], (unsigned)strlen(kinds[i])),
            NULL);
}

static bool speculate_in(struct oc_threads *threads, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef before = oc_ir_only_predecessor(block);
    bool changed = false;
    if (!before || before == block || oc_ir_has_effect(LLVMGetBasicBlockTerminator(before)))
        return false;
    for (LLVMValueRef next = LLVMGetFirstInstruction(block), load; (load = next);) {
        next = LLVMGetNextInstruction(load);
        if (oc_ir_has_effect(load))
            break;
        struct place place = {0};
        if (is_plain_load(load))
            place = place_of(threads, load);
        if (!place.root || !is_between_loads(threads, &place, before) ||
            !can_move(LLVMGetOperand(load, 0), block, DEPTH))
            continue;
        LLVMPositionBuilderBefore(threads->builder, LLVMGetBasicBlockTerminator(before));
        move(threads->builder, load, block);
        drop_promises(threads, load);
        changed = true;
    }
    return changed;
}

void oc_speculate_loads(struct oc_threads *threads, size_t region) {
    const struct oc_region *nodes = &threads->regions->items[region];
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t n = 0; n < nodes->count; n++)
            if (nodes->nodes[n] != nodes->head)
                changed |= speculate_in(threads, threads->body->nodes[nodes->nodes[n]].block);
    }
}
