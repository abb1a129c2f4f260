#include "effects/structs.h"

// Adds what an address step adds to its pointer, modulo the struct's size. False: it is not known.
static bool add_step(const struct oc_structs *structs, LLVMValueRef step, uint64_t *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++) {
        LLVMValueRef index = LLVMGetOperand(step, i);
        uint64_t bytes;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            bytes = LLVMOffsetOfElement(structs->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
                return false;
            type = i > 1 ? LLVMGetElementType(type) : type;
            bytes = LLVMABISizeOfType(structs->layout, type);
            if (bytes % structs->size == 0)
                bytes = 0;
            else if (LLVMIsAConstantInt(index))
                bytes *= (uint64_t)LLVMConstIntGetSExtValue(index);
            else
                return false;
        }
        // Constants may be negative.
        int64_t sum = (int64_t)(*offset + bytes) % (int64_t)structs->size;
        *offset = (uint64_t)(sum < 0 ? sum + (int64_t)structs->size : sum);
    }
    return true;
}

bool oc_structs_offset(const struct oc_structs *structs, LLVMValueRef address, uint64_t *offset) {
    *offset = 0;
    while (!oc_values_contain(structs->pointers, address)) {
        if (LLVMIsAGetElementPtrInst(address)
                ? !add_step(structs, address, offset)
                : !LLVMIsAFreezeInst(address) && !LLVMIsAAddrSpaceCastInst(address))
            return false;
        address = LLVMGetOperand(address, 0);
    }
    return true;
}

bool oc_structs_overlap(const struct oc_structs *structs, struct oc_span span, uint64_t pointer) {
    return (span.offset < pointer + sizeof(uint64_t) && pointer < span.offset + span.size) ||
           span.offset + span.size > structs->size;
}
