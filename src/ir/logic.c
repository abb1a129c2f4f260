#include "ir/logic.h"

bool oc_logic_read_both(LLVMValueRef condition, LLVMValueRef *left, LLVMValueRef *right,
                        bool *is_or) {
    LLVMOpcode opcode =
        LLVMIsAInstruction(condition) ? LLVMGetInstructionOpcode(condition) : LLVMUnreachable;
    *left = *right = NULL;
    if (opcode == LLVMAnd || opcode == LLVMOr) {
        *is_or = opcode == LLVMOr;
        *right = LLVMGetOperand(condition, 1);
    } else if (opcode == LLVMSelect) {
        LLVMValueRef yes = LLVMGetOperand(condition, 1), no = LLVMGetOperand(condition, 2);
        *is_or = LLVMIsAConstantInt(yes) != NULL;
        *right = *is_or ? no : LLVMIsAConstantInt(no) ? yes : NULL;
    }
    if (*right)
        *left = LLVMGetOperand(condition, 0);
    return *right != NULL;
}
