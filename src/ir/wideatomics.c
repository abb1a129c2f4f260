#include "ir/wideatomics.h"

#include "base/text.h"
#include "ir/features.h"

#include <llvm-c/Target.h>

static LLVMTypeRef accessed_type(LLVMValueRef instruction) {
    if (LLVMIsAStoreInst(instruction))
        return LLVMTypeOf(LLVMGetOperand(instruction, 0));
    if (LLVMIsALoadInst(instruction))
        return LLVMTypeOf(instruction);
    return LLVMTypeOf(LLVMGetOperand(instruction, 1));
}

static bool is_wide(LLVMTargetDataRef layout, LLVMValueRef instruction) {
    bool accesses = LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction) ||
                    LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction);
    return accesses && LLVMIsAtomic(instruction) &&
           LLVMSizeOfTypeInBits(layout, accessed_type(instruction)) == 128;
}

static bool is_in(LLVMTargetDataRef layout, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (is_wide(layout, instruction))
                return true;
    return false;
}

bool oc_wideatomics_exist(struct oc_ir *ir) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    OC_EACH_FUNCTION (function, ir->module) {
        if (is_in(layout, function))
            return true;
    }
    return false;
}

void oc_wideatomics_allow(struct oc_ir *ir, const struct oc_values *functions) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    struct oc_values reached = {.arena = ir->arena};
    bool are_wide = false;
    if (!oc_starts_with(LLVMGetTarget(ir->module), "x86_64"))
        return;
    for (size_t i = 0; i < functions->count; i++) {
        oc_values_add(&reached, functions->items[i]);
        oc_ir_collect_reachable(functions->items[i], &reached);
    }
    for (size_t i = 0; i < reached.count && !are_wide; i++)
        are_wide = is_in(layout, reached.items[i]);
    OC_EACH_FUNCTION (function, ir->module) {
        if (are_wide && !LLVMIsDeclaration(function))
            oc_features_add(ir, function, "+cx16");
    }
}
