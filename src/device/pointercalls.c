#include "device/pointercalls.h"

struct oc_pointercall oc_pointercalls_begin(struct oc_edit *edit, LLVMValueRef call) {
    struct oc_pointercall at = {.call = call};
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMValueRef after = LLVMGetNextInstruction(call);
    oc_edit_split_before(edit, after);
    at.end = LLVMGetInstructionParent(after);
    LLVMBuildBr(edit->builder, at.end);
    if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) {
        LLVMPositionBuilderBeforeInstrAndDbgRecords(edit->builder, after);
        at.phi = LLVMBuildPhi(edit->builder, type, "");
        LLVMReplaceAllUsesWith(call, at.phi);
    }
    return at;
}

void oc_pointercalls_compare(struct oc_edit *edit, const struct oc_pointercall *at,
                             LLVMValueRef function) {
    oc_edit_split_before(edit, at->call);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(at->call);
    LLVMBasicBlockRef named = oc_edit_block_before(edit, rest);
    LLVMValueRef is_this =
        LLVMBuildICmp(edit->builder, LLVMIntEQ, LLVMGetCalledValue(at->call), function, "");
    LLVMBuildCondBr(edit->builder, is_this, named, rest);
    oc_edit_at_end(edit, named, at->call);
}

void oc_pointercalls_end_call(struct oc_edit *edit, const struct oc_pointercall *at,
                              LLVMValueRef result) {
    LLVMBasicBlockRef named = LLVMGetInsertBlock(edit->builder);
    LLVMSetTailCallKind(result, LLVMTailCallKindNone);
    LLVMBuildBr(edit->builder, at->end);
    if (at->phi)
        LLVMAddIncoming(at->phi, &result, &named, 1);
}
