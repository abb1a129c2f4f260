#include "ir/gotos.h"

// Each block whose address is taken gets a number. The address becomes the number.
static void number_blocks(struct oc_edit *edit, LLVMValueRef function, struct oc_values *blocks) {
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef value = LLVMBasicBlockAsValue(block), address = NULL;
        for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
            if (LLVMIsABlockAddress(LLVMGetUser(use)))
                address = LLVMGetUser(use);
        if (!address)
            continue;
        oc_values_add(blocks, value);
        LLVMValueRef number = LLVMConstInt(edit->i64, blocks->count, false);
        LLVMReplaceAllUsesWith(address, LLVMConstIntToPtr(number, edit->pointer));
    }
}

void oc_gotos_to_switches(struct oc_edit *edit, LLVMValueRef function) {
    struct oc_values gotos, blocks = {.arena = edit->ir->arena};
    number_blocks(edit, function, &blocks);
    oc_edit_collect(edit, function, LLVMIndirectBr, &gotos);
    if (!gotos.count)
        return;
    LLVMBasicBlockRef never = oc_edit_append_block(edit, function);
    oc_edit_at_end(edit, never, NULL);
    LLVMBuildUnreachable(edit->builder);
    for (size_t i = 0; i < gotos.count; i++) {
        LLVMValueRef jump = gotos.items[i];
        oc_edit_before(edit, jump);
        LLVMValueRef number =
            LLVMBuildPtrToInt(edit->builder, LLVMGetOperand(jump, 0), edit->i64, "");
        unsigned count = LLVMGetNumSuccessors(jump);
        LLVMValueRef choice = LLVMBuildSwitch(edit->builder, number, never, count);
        for (unsigned s = 0; s < count; s++) {
            LLVMBasicBlockRef target = LLVMGetSuccessor(jump, s);
            for (size_t b = 0; b < blocks.count; b++)
                if (blocks.items[b] == LLVMBasicBlockAsValue(target))
                    LLVMAddCase(choice, LLVMConstInt(edit->i64, b + 1, false), target);
        }
        LLVMInstructionEraseFromParent(jump);
    }
}
