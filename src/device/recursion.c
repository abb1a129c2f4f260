#include "device/recursion.h"

#include "ir/edit.h"

static bool may_recurse(LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!oc_ir_is_call(instruction) || LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
                continue;
            LLVMValueRef callee = oc_ir_callee(instruction);
            if (!callee ||
                (!LLVMIsDeclaration(callee) && !oc_ir_has_attribute(callee, "norecurse")))
                return true;
        }
    return false;
}

void oc_recursion_mark(struct oc_ir *ir) {
    for (bool found = true; found;) {
        found = false;
        OC_EACH_FUNCTION (function, ir->module)
            if (!LLVMIsDeclaration(function) && !oc_ir_has_attribute(function, "norecurse") &&
                !may_recurse(function)) {
                oc_ir_add_attribute(ir, function, "norecurse");
                found = true;
            }
    }
}

// The condition always holds, which ptxas does not know. Where ptxas takes the lanes to be
// together, it drops the wait; in a branch that the lanes may take apart, it does not.
static void join_after(struct oc_edit *edit, LLVMValueRef call,
                       const struct oc_lowering *lowering) {
    oc_edit_before(edit, call);
    LLVMValueRef lanes = oc_edit_intrinsic(edit, lowering->active_lanes, NULL, NULL, 0);
    LLVMValueRef after = LLVMGetNextInstruction(call);
    oc_edit_split_before(edit, after);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(after);
    LLVMBasicBlockRef wait = oc_edit_block_before(edit, rest);
    LLVMValueRef lane = oc_edit_intrinsic(edit, lowering->lane, NULL, NULL, 0);
    LLVMValueRef self = LLVMBuildShl(edit->builder, LLVMConstInt(edit->i32, 1, false), lane, "");
    LLVMValueRef is_here =
        LLVMBuildICmp(edit->builder, LLVMIntNE, LLVMBuildAnd(edit->builder, lanes, self, ""),
                      LLVMConstInt(edit->i32, 0, false), "");
    LLVMBuildCondBr(edit->builder, is_here, wait, rest);
    oc_edit_at_end(edit, wait, call);
    oc_edit_intrinsic(edit, lowering->wait_for_lanes, NULL, &lanes, 1);
    LLVMBuildBr(edit->builder, rest);
}

static bool is_recursive(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values reached = {.arena = ir->arena};
    if (LLVMIsDeclaration(function) || oc_ir_has_attribute(function, "norecurse"))
        return false;
    oc_ir_collect_reachable(function, &reached);
    return oc_values_contain(&reached, function);
}

void oc_recursion_join_lanes(struct oc_ir *ir, const struct oc_lowering *lowering) {
    if (!lowering->active_lanes)
        return;
    struct oc_edit edit = oc_edit_begin(ir);
    OC_EACH_FUNCTION (function, ir->module) {
        struct oc_values calls = {.arena = ir->arena};
        if (LLVMIsDeclaration(function) || oc_ir_has_attribute(function, "norecurse") ||
            is_recursive(ir, function))
            continue;
        oc_ir_collect_calls(function, &calls);
        for (size_t i = 0; i < calls.count; i++) {
            LLVMValueRef callee = oc_ir_callee(calls.items[i]);
            if (callee && is_recursive(ir, callee))
                join_after(&edit, calls.items[i], lowering);
        }
    }
    oc_edit_end(&edit);
}
