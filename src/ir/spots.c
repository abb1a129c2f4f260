#include "ir/spots.h"

static bool gep_offset(LLVMTargetDataRef layout, LLVMValueRef gep, uint64_t *out) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint64_t offset = 0;
    for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
        LLVMValueRef operand = LLVMGetOperand(gep, (unsigned)i);
        if (!LLVMIsAConstantInt(operand))
            return false;
        long long index = LLVMConstIntGetSExtValue(operand);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            offset += LLVMOffsetOfElement(layout, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        offset += (uint64_t)index * LLVMABISizeOfType(layout, type);
    }
    *out = offset;
    return true;
}

struct oc_spot oc_spot_of(LLVMTargetDataRef layout, LLVMValueRef pointer) {
    struct oc_spot spot = {.base = pointer};
    for (;;) {
        uint64_t offset;
        if (oc_ir_is_offset(spot.base) && gep_offset(layout, spot.base, &offset))
            spot.offset += offset;
        else if (!oc_ir_is_space_cast(spot.base))
            return spot;
        spot.base = LLVMGetOperand(spot.base, 0);
    }
}
