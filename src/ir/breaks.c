#include "ir/breaks.h"

#include "ir/llvm_shim.h"

// The phi of constants that a terminator asks for, if it is in the same block; else NULL.
static LLVMValueRef asked_phi(LLVMValueRef end) {
    if (LLVMGetNumSuccessors(end) < 2)
        return NULL;
    LLVMValueRef asked = LLVMIsABranchInst(end)   ? LLVMGetCondition(end)
                         : LLVMIsASwitchInst(end) ? LLVMGetOperand(end, 0)
                                                  : NULL;
    if (asked && LLVMIsAICmpInst(asked) && LLVMIsAConstantInt(LLVMGetOperand(asked, 1)))
        asked = LLVMGetOperand(asked, 0);
    if (!asked || !LLVMIsAPHINode(asked) ||
        LLVMGetInstructionParent(asked) != LLVMGetInstructionParent(end))
        return NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(asked); i++)
        if (LLVMIsAConstantInt(LLVMGetIncomingValue(asked, i)))
            return asked;
    return NULL;
}

bool oc_breaks_are_asked(LLVMValueRef function) {
    struct oc_loop_info *loops = oc_loops_read(function);
    bool has_loop = false, asks = false;
    OC_EACH_BLOCK (block, function) {
        has_loop |= oc_loops_around(loops, block) != NULL;
        asks |= asked_phi(LLVMGetBasicBlockTerminator(block)) != NULL;
    }
    oc_loops_dispose(loops);
    return has_loop && asks;
}
