#include "ir/copies.h"

LLVMValueRef oc_copy_of(const struct oc_map *copies, LLVMValueRef value) {
    size_t found;
    return oc_map_get(copies, value, &found) ? (LLVMValueRef)found : value;
}

LLVMBasicBlockRef oc_copy_of_block(const struct oc_map *copies, LLVMBasicBlockRef block) {
    return LLVMValueAsBasicBlock(oc_copy_of(copies, LLVMBasicBlockAsValue(block)));
}

static bool has(const struct oc_map *copies, LLVMValueRef value) {
    size_t found;
    return oc_map_get(copies, value, &found);
}

// Adds the instructions that are copied to `originals`.
static void copy_instructions(LLVMBuilderRef builder, LLVMBasicBlockRef block,
                              struct oc_map *copies, struct oc_values *originals) {
    LLVMPositionBuilderAtEnd(builder, oc_copy_of_block(copies, block));
    OC_EACH_INSTRUCTION (instruction, block) {
        if (has(copies, instruction))
            continue;
        LLVMValueRef copy = LLVMIsAPHINode(instruction)
                                ? LLVMBuildPhi(builder, LLVMTypeOf(instruction), "")
                                : LLVMInstructionClone(instruction);
        if (!LLVMIsAPHINode(instruction))
            LLVMInsertIntoBuilder(builder, copy);
        oc_map_set(copies, instruction, (size_t)copy);
        oc_values_add(originals, instruction);
    }
}

static void connect(const struct oc_map *copies, LLVMValueRef original) {
    LLVMValueRef copy = oc_copy_of(copies, original);
    if (!LLVMIsAPHINode(original)) {
        for (int i = 0; i < LLVMGetNumOperands(copy); i++)
            LLVMSetOperand(copy, (unsigned)i,
                           oc_copy_of(copies, LLVMGetOperand(original, (unsigned)i)));
        return;
    }
    for (unsigned i = 0; i < LLVMCountIncoming(original); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(original, i);
        LLVMBasicBlockRef copied = oc_copy_of_block(copies, from);
        LLVMValueRef value = oc_copy_of(copies, LLVMGetIncomingValue(original, i));
        if (copied != from)
            LLVMAddIncoming(copy, &value, &copied, 1);
    }
}

void oc_copy_blocks(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef function,
                    const struct oc_values *blocks, struct oc_map *copies) {
    struct oc_values originals = {.arena = ir->arena};
    for (size_t i = 0; i < blocks->count; i++)
        if (!has(copies, blocks->items[i]))
            oc_map_set(copies, LLVMValueAsBasicBlock(blocks->items[i]),
                       (size_t)LLVMAppendBasicBlockInContext(ir->context, function, ""));
    for (size_t i = 0; i < blocks->count; i++)
        copy_instructions(builder, LLVMValueAsBasicBlock(blocks->items[i]), copies, &originals);
    for (size_t i = 0; i < originals.count; i++)
        connect(copies, originals.items[i]);
}

LLVMValueRef oc_copy_value(LLVMBuilderRef builder, LLVMValueRef value, LLVMBasicBlockRef block) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != block)
        return value;
    LLVMValueRef copy = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(copy, (unsigned)i,
                       oc_copy_value(builder, LLVMGetOperand(value, (unsigned)i), block));
    LLVMInsertIntoBuilder(builder, copy);
    return copy;
}
