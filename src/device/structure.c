#include "device/structure.h"

#include "ir/codegen.h"
#include "ir/edit.h"

static bool ends_function(LLVMValueRef instruction) {
    return LLVMIsAReturnInst(instruction) || LLVMIsAUnreachableInst(instruction);
}

static LLVMValueRef returned(LLVMValueRef end, LLVMTypeRef type) {
    return LLVMIsAReturnInst(end) ? LLVMGetOperand(end, 0) : LLVMGetPoison(type);
}

// All ways lead to one return; with `all`, also those that lead to undefined behaviour.
static void join_ends(struct oc_ir *ir, LLVMValueRef function, bool all) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values ends = {.arena = ir->arena};
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    bool has_value = LLVMGetTypeKind(type) != LLVMVoidTypeKind;
    OC_EACH_BLOCK (block, function)
        if (all ? ends_function(LLVMGetBasicBlockTerminator(block))
                : LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)) != NULL)
            oc_values_add(&ends, LLVMGetBasicBlockTerminator(block));
    if (ends.count > 1) {
        LLVMBasicBlockRef last = oc_edit_append_block(&edit, function);
        oc_edit_at_end(&edit, last, ends.items[0]);
        LLVMValueRef phi = has_value ? LLVMBuildPhi(edit.builder, type, "") : NULL;
        if (phi)
            LLVMBuildRet(edit.builder, phi);
        else
            LLVMBuildRetVoid(edit.builder);
        for (size_t i = 0; i < ends.count; i++) {
            LLVMBasicBlockRef from = LLVMGetInstructionParent(ends.items[i]);
            LLVMValueRef value = phi ? returned(ends.items[i], type) : NULL;
            if (phi)
                LLVMAddIncoming(phi, &value, &from, 1);
            oc_edit_before(&edit, ends.items[i]);
            LLVMBuildBr(edit.builder, last);
            LLVMInstructionEraseFromParent(ends.items[i]);
        }
    }
    oc_edit_end(&edit);
}

void oc_structure_join_returns(struct oc_ir *ir, LLVMValueRef function) {
    join_ends(ir, function, false);
}

bool oc_structure_make(struct oc_ir *ir, LLVMValueRef function) {
    join_ends(ir, function, true);
    if (!oc_structure_run(ir, function, "lower-switch,fix-irreducible,unify-loop-exits"))
        return false;
    oc_codegen_keep_free_values(function);
    return oc_structure_run(ir, function, "structurizecfg,loop-simplify");
}

bool oc_structure_run(struct oc_ir *ir, LLVMValueRef function, const char *passes) {
    bool is_kept = oc_ir_has_attribute(function, "optnone");
    oc_ir_remove_attribute(function, "optnone");
    bool done = oc_ir_run_on_function(ir, function, passes, NULL);
    if (is_kept)
        oc_ir_add_attribute(ir, function, "optnone");
    return done;
}
