#include "cpu/grouparguments.h"

#include "cpu/analysis/body.h"

// Whether an address is in the launch's array of arguments, at a constant distance.
static bool is_of_argument(LLVMValueRef address, LLVMValueRef slots) {
    if (address == slots)
        return true;
    return LLVMIsAGetElementPtrInst(address) && LLVMGetOperand(address, 0) == slots &&
           LLVMGetNumOperands(address) == 2 && LLVMIsAConstantInt(LLVMGetOperand(address, 1));
}

static bool loads_argument(LLVMValueRef instruction, LLVMValueRef slots) {
    return LLVMIsALoadInst(instruction) && !LLVMGetVolatile(instruction) &&
           LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic &&
           is_of_argument(LLVMGetOperand(instruction, 0), slots);
}

void oc_grouparguments_load_first(struct oc_ir *ir, LLVMValueRef function) {
    LLVMValueRef slots = LLVMGetParam(function, OC_BODY_SLOTS);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    struct oc_values loads = {.arena = ir->arena};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (loads_argument(instruction, slots))
                oc_values_add(&loads, instruction);
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, first);
    LLVMValueRef begin = LLVMBuildUnreachable(builder); // so `first` may be moved, too
    LLVMPositionBuilderBefore(builder, begin);
    for (size_t i = 0; i < loads.count; i++) {
        LLVMValueRef load = loads.items[i], address = LLVMGetOperand(load, 0);
        if (address != slots) { // several loads may have the same
            address = LLVMInstructionClone(address);
            LLVMInsertIntoBuilder(builder, address);
            LLVMSetOperand(load, 0, address);
        }
        LLVMInstructionRemoveFromParent(load);
        LLVMInsertIntoBuilder(builder, load);
    }
    LLVMInstructionEraseFromParent(begin);
    LLVMDisposeBuilder(builder);
}
