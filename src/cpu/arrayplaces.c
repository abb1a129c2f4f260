#include "cpu/arrayplaces.h"

#include "base/names.h"

#include <string.h>

static bool is_block_size(LLVMValueRef value) {
    return strcmp(oc_ir_callee_name(oc_ir_without_casts(value)), OC_NAME_BLOCK_SIZE) == 0;
}

// An index without casts, also without one from 32 bits that LLVM writes as a mask.
static LLVMValueRef without_casts(LLVMValueRef index) {
    index = oc_ir_without_casts(index);
    while (oc_ir_is_lower_half(index))
        index = oc_ir_without_casts(LLVMGetOperand(index, 0));
    return index;
}

static void add_index(struct oc_arrayplace *place, LLVMValueRef index) {
    for (;;) {
        index = without_casts(index);
        place->index = index;
        if (!LLVMIsAInstruction(index) || LLVMGetInstructionOpcode(index) != LLVMAdd)
            return;
        LLVMValueRef left = LLVMGetOperand(index, 0), right = LLVMGetOperand(index, 1);
        if (LLVMIsAConstantInt(right)) {
            place->constant += LLVMConstIntGetSExtValue(right);
            index = left;
        } else if (is_block_size(right)) {
            place->sizes++;
            index = left;
        } else if (is_block_size(left)) {
            place->sizes++;
            index = right;
        } else {
            return;
        }
    }
}

// An address without the constants that are added to it, which are added to *bytes.
static LLVMValueRef without_constants(struct oc_ir *ir, LLVMValueRef address, long *bytes) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    while (LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2 &&
           LLVMIsAConstantInt(LLVMGetOperand(address, 1))) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
        *bytes += LLVMConstIntGetSExtValue(LLVMGetOperand(address, 1)) *
                  (long)LLVMABISizeOfType(layout, type);
        address = LLVMGetOperand(address, 0);
    }
    return address;
}

bool oc_arrayplace_read(struct oc_ir *ir, LLVMValueRef address, struct oc_arrayplace *out) {
    *out = (struct oc_arrayplace){.type = NULL};
    long bytes = 0;
    address = without_constants(ir, address, &bytes);
    if (!LLVMIsAGetElementPtrInst(address))
        return false;
    unsigned last = (unsigned)LLVMGetNumOperands(address) - 1;
    out->base = LLVMGetOperand(address, 0);
    out->type = LLVMGetGEPSourceElementType(address);
    if (last > OC_ARRAYPLACES_ROWS + 1)
        return false;
    for (unsigned i = 1; i < last; i++) {
        out->rows[i - 1] = LLVMGetOperand(address, i);
        if (LLVMGetTypeKind(out->type) != LLVMArrayTypeKind)
            return false;
        out->type = LLVMGetElementType(out->type);
    }
    add_index(out, LLVMGetOperand(address, last));
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    out->constant = bytes + out->constant * (long)LLVMABISizeOfType(layout, out->type);
    LLVMValueRef array = oc_ir_base(out->base);
    return LLVMIsAArgument(array) || LLVMIsALoadInst(array);
}

bool oc_arrayplace_is_alike(const struct oc_arrayplace *one, const struct oc_arrayplace *two) {
    bool alike = one->base == two->base && one->index == two->index && one->type == two->type;
    for (unsigned i = 0; i < OC_ARRAYPLACES_ROWS; i++)
        alike &= one->rows[i] == two->rows[i];
    return alike;
}
