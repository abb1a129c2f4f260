#include "cpu/analysis/neighbours.h"

enum { DEPTH = 10 };

struct row {
    const struct oc_uniform *uniform;
    LLVMValueRef x;
    bool bounded;
};

enum stride { NONE, ONE, MANY };

static bool varies_in_row(const struct row *row, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && !oc_uniform_is(row->uniform, value);
}

static enum stride stride_of(struct row *row, LLVMValueRef value, int depth);
static enum stride stride_of_all(struct row *row, LLVMValueRef value, int depth);
static enum stride stride_of_either(struct row *row, LLVMValueRef one, LLVMValueRef other,
                                    int depth);

// Of a quotient or remainder, which pieces.h finds the threads for.
static enum stride stride_of_division(struct row *row, LLVMValueRef value, int depth) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    enum stride stride = stride_of(row, LLVMGetOperand(value, 0), depth);
    if (stride_of(row, LLVMGetOperand(value, 1), depth) != NONE || stride == MANY)
        return MANY;
    row->bounded |= stride == ONE;
    return opcode == LLVMURem || opcode == LLVMSRem ? stride : NONE;
}

// How much a number grows from one thread to the next.
static enum stride stride_of(struct row *row, LLVMValueRef value, int depth) {
    if (value == row->x)
        return ONE;
    if (!varies_in_row(row, value))
        return NONE;
    if (!depth)
        return MANY;
    LLVMValueRef left = LLVMGetOperand(value, 0), half;
    unsigned long back;
    long constant;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    switch (opcode == LLVMOr && LLVMGetIsDisjoint(value) ? LLVMAdd : opcode) {
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
        return stride_of(row, left, depth - 1);
    case LLVMAdd: {
        enum stride first = stride_of(row, left, depth - 1);
        enum stride second = stride_of(row, LLVMGetOperand(value, 1), depth - 1);
        return first == NONE ? second : second == NONE ? first : MANY;
    }
    case LLVMSub:
        if (stride_of(row, LLVMGetOperand(value, 1), depth - 1) != NONE)
            return MANY;
        return stride_of(row, left, depth - 1);
    case LLVMAnd:
        return oc_ir_is_lower_half(value) ? stride_of(row, left, depth - 1)
                                          : stride_of_all(row, value, depth - 1);
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMOr:
    case LLVMXor:
    case LLVMGetElementPtr:
        return stride_of_all(row, value, depth - 1);
    case LLVMAShr:
        half = oc_ir_lower_half(value, &back, &constant);
        return half && back == 32 ? stride_of(row, half, depth - 1)
                                  : stride_of_all(row, value, depth - 1);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return stride_of_division(row, value, depth - 1);
    case LLVMSelect:
        if (!LLVMIsAICmpInst(left))
            return MANY;
        return stride_of_either(row, LLVMGetOperand(value, 1), LLVMGetOperand(value, 2), depth - 1);
    case LLVMCall:
        if (!oc_ir_extreme(value).is)
            return MANY;
        return stride_of_either(row, left, LLVMGetOperand(value, 1), depth - 1);
    default:
        return MANY;
    }
}

// What some threads compute only may still be the same for all of them.
static enum stride stride_of_all(struct row *row, LLVMValueRef value, int depth) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (stride_of(row, LLVMGetOperand(value, (unsigned)i), depth) != NONE)
            return MANY;
    return NONE;
}

// Of what is one or the other, which guards.h decides for most threads.
static enum stride stride_of_either(struct row *row, LLVMValueRef one, LLVMValueRef other,
                                    int depth) {
    row->bounded = true;
    enum stride first = stride_of(row, one, depth), second = stride_of(row, other, depth);
    if (first == MANY || second == MANY)
        return MANY;
    if (first == ONE || second == ONE)
        return ONE;
    return NONE;
}

// An index of bytes, without the size of the elements.
static LLVMValueRef without_size(LLVMValueRef index) {
    for (; LLVMIsAInstruction(index) && (LLVMGetInstructionOpcode(index) == LLVMShl ||
                                         LLVMGetInstructionOpcode(index) == LLVMAShr);)
        index = LLVMGetOperand(index, 0);
    return index;
}

// Whether neighbouring threads access neighbouring elements, or one and the same.
static bool is_close(struct row *row, LLVMValueRef address, int depth) {
    if (!varies_in_row(row, address))
        return true;
    if (!depth || !LLVMIsAGetElementPtrInst(address) ||
        !is_close(row, LLVMGetOperand(address, 0), depth - 1))
        return false;
    int last = LLVMGetNumOperands(address) - 1;
    for (int i = 1; i < last; i++)
        if (stride_of(row, LLVMGetOperand(address, (unsigned)i), DEPTH) != NONE)
            return false;
    LLVMValueRef index = LLVMGetOperand(address, (unsigned)last);
    if (LLVMGetGEPSourceElementType(address) ==
        LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(address))))
        index = without_size(index);
    enum stride stride = stride_of(row, index, DEPTH);
    return stride == NONE ||
           (stride == ONE && stride_of(row, LLVMGetOperand(address, 0), DEPTH) == NONE);
}

bool oc_neighbours_are_close(const struct oc_uniform *uniform, LLVMValueRef x, LLVMValueRef address,
                             bool *bounded) {
    struct row row = {.uniform = uniform, .x = x};
    bool close = is_close(&row, address, DEPTH);
    *bounded = *bounded || row.bounded;
    return close;
}
