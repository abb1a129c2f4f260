#include "cpu/turnvalues.h"

#include "base/names.h"

#include <limits.h>
#include <string.h>

// How many operations of an expression are looked at, one within the other.
enum { DEPTH = 6 };

static bool calls(LLVMValueRef value, const char *name) {
    return strcmp(oc_ir_callee_name(value), name) == 0;
}

bool oc_turnvalue_is_size(LLVMValueRef value) {
    return calls(value, OC_NAME_BLOCK_SIZE) || calls(value, OC_NAME_BLOCK_COUNT);
}

static bool is_thread(LLVMValueRef value) {
    return calls(value, OC_NAME_THREAD_ID) || calls(value, OC_NAME_GLOBAL_ID);
}

static bool has_thread(LLVMValueRef value, int depth) {
    if (!depth || !LLVMIsAInstruction(value) || LLVMIsAPHINode(value))
        return false;
    if (is_thread(value))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (has_thread(LLVMGetOperand(value, (unsigned)i), depth - 1))
            return true;
    return false;
}

bool oc_turnvalue_is_cut_index(LLVMValueRef value) {
    return calls(value, OC_NAME_THREAD_ID) ||
           (LLVMIsATruncInst(value) && calls(LLVMGetOperand(value, 0), OC_NAME_GLOBAL_ID));
}

static bool is_number_in_block(LLVMValueRef value, int depth) {
    LLVMValueRef constant = LLVMIsAConstantInt(value);
    if (constant)
        return LLVMConstIntGetSExtValue(constant) > 0;
    if (calls(value, OC_NAME_THREAD_ID) || calls(value, OC_NAME_BLOCK_SIZE))
        return true;
    if (!depth || !LLVMIsAInstruction(value) || LLVMGetNumOperands(value) != 2)
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMMul:
    case LLVMShl:
        if (!LLVMGetNSW(value))
            return false;
        break;
    case LLVMAnd:
    case LLVMOr:
    case LLVMLShr:
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
        break;
    default:
        return false;
    }
    return is_number_in_block(LLVMGetOperand(value, 0), depth - 1) &&
           is_number_in_block(LLVMGetOperand(value, 1), depth - 1);
}

static bool is_small(LLVMValueRef value, int depth) {
    if (LLVMIsAConstantInt(value))
        return LLVMConstIntGetZExtValue(value) <= INT_MAX;
    if (!depth || !LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMCall:
        return is_thread(value);
    case LLVMZExt:
        return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) <= 32;
    case LLVMSExt:
        return oc_turnvalue_is_cut_index(LLVMGetOperand(value, 0)) ||
               is_number_in_block(LLVMGetOperand(value, 0), DEPTH);
    case LLVMAnd: // an index that was cut to 32 bits, and extended
        return oc_ir_keeps_lower_half(value);
    case LLVMAdd:
        return is_small(LLVMGetOperand(value, 0), depth - 1) &&
               is_small(LLVMGetOperand(value, 1), depth - 1);
    default:
        return false;
    }
}

static bool is_step(LLVMValueRef value, int depth) {
    enum { FEW_THREADS = 8 };
    if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64)
        return LLVMConstIntGetSExtValue(value) >= FEW_THREADS;
    if (!depth || !LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMCall:
        return oc_turnvalue_is_size(value);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return is_step(LLVMGetOperand(value, 0), depth - 1);
    case LLVMMul:
        return is_step(LLVMGetOperand(value, 0), depth - 1) &&
               is_step(LLVMGetOperand(value, 1), depth - 1);
    case LLVMAShr:
    case LLVMLShr:
    case LLVMUDiv:
    case LLVMSDiv: // a number of groups of threads
        return LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && LLVMGetExact(value) &&
               is_step(LLVMGetOperand(value, 0), depth - 1);
    case LLVMShl:
        return is_step(LLVMGetOperand(value, 0), depth - 1) &&
               LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    default:
        return false;
    }
}

bool oc_turnvalue_has_thread(LLVMValueRef value) {
    return has_thread(value, DEPTH);
}

bool oc_turnvalue_is_in_block(LLVMValueRef value) {
    return is_number_in_block(value, DEPTH);
}

bool oc_turnvalue_is_small(LLVMValueRef value) {
    return is_small(value, DEPTH);
}

bool oc_turnvalue_is_step(LLVMValueRef value) {
    return is_step(value, DEPTH);
}

LLVMValueRef oc_turnvalue_common_part(LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef part = LLVMGetOperand(value, i), other = LLVMGetOperand(value, 1 - i);
        if (!oc_turnvalue_has_thread(part) && oc_turnvalue_has_thread(other) &&
            oc_turnvalue_is_in_block(other))
            return part;
    }
    return NULL;
}
