#include "cpu/scalars.h"

enum { REGISTER_BITS = 64 };

static bool is_vector(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
}

static bool makes_or_takes_vectors(LLVMValueRef instruction) {
    if (is_vector(LLVMTypeOf(instruction)))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (is_vector(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i))))
            return true;
    return false;
}

static bool fits_register(struct oc_ir *ir, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) != LLVMScalableVectorTypeKind &&
           (!is_vector(type) ||
            LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type) <= REGISTER_BITS);
}

// Whether an instruction only hands vectors on, packs or unpacks them.
static bool only_moves(struct oc_ir *ir, LLVMValueRef instruction) {
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (!fits_register(ir, LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i))))
            return false;
    if (!fits_register(ir, LLVMTypeOf(instruction)))
        return false;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMStore:
        return !LLVMGetVolatile(instruction);
    case LLVMCall:
        return !LLVMIsAIntrinsicInst(instruction);
    case LLVMInsertElement:
    case LLVMExtractElement:
    case LLVMShuffleVector:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMBitCast:
    case LLVMExtractValue:
    case LLVMInsertValue:
        return true;
    default:
        return false;
    }
}

// Replaces an operand; in a phi, all that come from the same block.
static void replace_operands(LLVMValueRef user, unsigned operand, LLVMValueRef by) {
    LLVMValueRef old = LLVMGetOperand(user, operand);
    LLVMSetOperand(user, operand, by);
    for (unsigned i = 0; LLVMIsAPHINode(user) && i < LLVMCountIncoming(user); i++)
        if (LLVMGetIncomingBlock(user, i) == LLVMGetIncomingBlock(user, operand) &&
            LLVMGetIncomingValue(user, i) == old)
            LLVMSetOperand(user, i, by);
}

// The scalarizer computes addresses of a variable's parts where the variable is made, before the
// thread's code begins. They move to where they are used: what belongs to the thread has no users
// before its code (cpu.c).
static void sink_address(LLVMBuilderRef builder, LLVMValueRef address) {
    for (LLVMUseRef use; (use = LLVMGetFirstUse(address));) {
        LLVMValueRef user = LLVMGetUser(use), copy = LLVMInstructionClone(address);
        int operand = 0;
        while (LLVMGetOperand(user, (unsigned)operand) != address)
            operand++;
        LLVMPositionBuilderBefore(builder, LLVMIsAPHINode(user)
                                               ? LLVMGetBasicBlockTerminator(
                                                     LLVMGetIncomingBlock(user, (unsigned)operand))
                                               : user);
        LLVMInsertIntoBuilder(builder, copy);
        replace_operands(user, (unsigned)operand, copy);
    }
    LLVMInstructionEraseFromParent(address);
}

static void sink_addresses(struct oc_ir *ir, LLVMValueRef function) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    struct oc_values addresses = {.arena = ir->arena};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    OC_EACH_INSTRUCTION (instruction, entry) {
        if (LLVMIsAGetElementPtrInst(instruction) &&
            LLVMIsAAllocaInst(LLVMGetOperand(instruction, 0)))
            oc_values_add(&addresses, instruction);
    }
    for (size_t i = 0; i < addresses.count; i++)
        sink_address(builder, addresses.items[i]);
    LLVMDisposeBuilder(builder);
}

bool oc_scalars_unpack(struct oc_ir *ir, LLVMValueRef function) {
    bool any = false;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!makes_or_takes_vectors(instruction))
                continue;
            if (!only_moves(ir, instruction))
                return true;
            any = true;
        }
    if (!any)
        return true;
    bool unpacked = oc_ir_run_on_function(
        ir, function, "scalarizer<load-store>,instcombine<no-verify-fixpoint>,early-cse,adce",
        NULL);
    sink_addresses(ir, function);
    return unpacked;
}
