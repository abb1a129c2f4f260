#include "cpu/narrowcounters.h"

#include "ir/edit.h"

#include <stdint.h>

// Whether a value is the lower half of a phi of 64 bits, extended: with its sign, or without.
static bool is_extended_half(LLVMValueRef value, LLVMValueRef phi) {
    LLVMValueRef half = NULL;
    unsigned long back = 0;
    long constant = 0;
    if (!LLVMIsAInstruction(value))
        return false;
    if (LLVMGetInstructionOpcode(value) == LLVMAnd)
        return LLVMGetOperand(value, 0) == phi && oc_ir_is_lower_half(value);
    if (LLVMGetInstructionOpcode(value) == LLVMAShr)
        half = oc_ir_lower_half(value, &back, &constant);
    return half == phi && back == 32 && constant == 0;
}

// Finds `i += offload_global_size(0)`, where i is an int or unsigned int: LLVM has made of i a phi
// of 64 bits, of which only the lower half counts. Returns the value that it gets from the latch.
static LLVMValueRef find_wide_next(LLVMValueRef phi, unsigned *from_latch) {
    if (LLVMTypeOf(phi) != LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(phi))) ||
        LLVMCountIncoming(phi) != 2)
        return NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_half = LLVMIsATruncInst(user) && LLVMGetIntTypeWidth(LLVMTypeOf(user)) <= 32;
        bool is_shifted = LLVMGetInstructionOpcode(user) == LLVMShl && LLVMGetFirstUse(user) &&
                          !LLVMGetNextUse(LLVMGetFirstUse(user)) &&
                          is_extended_half(LLVMGetUser(LLVMGetFirstUse(user)), phi);
        if (!is_half && !is_shifted && !is_extended_half(user, phi))
            return NULL;
    }
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        if (LLVMIsAInstruction(next) && LLVMGetInstructionOpcode(next) == LLVMAdd &&
            is_extended_half(LLVMGetOperand(next, 0), phi)) {
            *from_latch = i;
            return next;
        }
    }
    return NULL;
}

// Makes a counter of 32 bits of such a phi.
static bool narrow(struct oc_ir *ir, LLVMValueRef phi) {
    unsigned from_latch;
    LLVMValueRef next = find_wide_next(phi, &from_latch);
    if (!next)
        return false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    bool has_sign = LLVMGetInstructionOpcode(LLVMGetOperand(next, 0)) == LLVMAShr;
    LLVMBasicBlockRef blocks[] = {LLVMGetIncomingBlock(phi, 0), LLVMGetIncomingBlock(phi, 1)};
    LLVMValueRef values[2];
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(blocks[1 - from_latch]));
    values[1 - from_latch] =
        LLVMBuildTrunc(builder, LLVMGetIncomingValue(phi, 1 - from_latch), i32, "");
    LLVMPositionBuilderBefore(builder, phi);
    LLVMValueRef counter = LLVMBuildPhi(builder, i32, "");
    LLVMPositionBuilderBefore(builder, oc_edit_after_phis(LLVMGetInstructionParent(phi)));
    LLVMValueRef wide = has_sign ? LLVMBuildSExt(builder, counter, LLVMTypeOf(phi), "")
                                 : LLVMBuildZExt(builder, counter, LLVMTypeOf(phi), "");
    LLVMPositionBuilderBefore(builder, next);
    LLVMValueRef step = LLVMBuildTrunc(builder, LLVMGetOperand(next, 1), i32, "");
    values[from_latch] = LLVMBuildAdd(builder, counter, step, "");
    LLVMAddIncoming(counter, values, blocks, 2);
    LLVMReplaceAllUsesWith(phi, wide);
    LLVMInstructionEraseFromParent(phi);
    LLVMDisposeBuilder(builder);
    return true;
}

bool oc_narrowcounters_find(struct oc_ir *ir, LLVMValueRef function) {
    bool any = false;
    struct oc_values phis = {.arena = ir->arena};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (LLVMIsAPHINode(instruction))
                oc_values_add(&phis, instruction);
    for (size_t i = 0; i < phis.count; i++)
        any |= narrow(ir, phis.items[i]);
    return any;
}
