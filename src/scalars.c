#include "scalars.h"

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

static bool fits(struct oc_ir *ir, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) != LLVMScalableVectorTypeKind &&
           (!is_vector(type) ||
            LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type) <= REGISTER_BITS);
}

// Whether an instruction only hands vectors on, packs or unpacks them.
static bool only_moves(struct oc_ir *ir, LLVMValueRef instruction) {
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (!fits(ir, LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i))))
            return false;
    if (!fits(ir, LLVMTypeOf(instruction)))
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

bool oc_scalars_unpack(struct oc_ir *ir, LLVMValueRef function) {
    bool any = false;
    OC_EACH_BLOCK(block, function)
    OC_EACH_INSTRUCTION(instruction, block) {
        if (!makes_or_takes_vectors(instruction))
            continue;
        if (!only_moves(ir, instruction))
            return true;
        any = true;
    }
    return !any || oc_ir_run_on_function(ir, function,
                                         "scalarizer<load-store>,instcombine<no-verify-fixpoint>,"
                                         "early-cse,adce");
}
