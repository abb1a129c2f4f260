#include "device/namedcalls.h"

#include "device/pointercalls.h"

#include <llvm-c/Target.h>

enum { MOST_CALLEES = 64 };

// ---- Which calls -------------------------------------------------------------------------------

// The bytes of the variables of all functions. What else is in their frames is not known yet.
static uint64_t stack_of(LLVMModuleRef module) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    uint64_t total = 0;
    OC_EACH_FUNCTION (function, module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (variable, block)
                if (LLVMIsAAllocaInst(variable))
                    total += LLVMABISizeOfType(layout, LLVMGetAllocatedType(variable));
    }
    return total;
}

static bool is_pointer_call(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) && oc_ir_is_pointer_call(instruction) &&
           !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction));
}

static void find_calls(LLVMModuleRef module, struct oc_values *out) {
    OC_EACH_FUNCTION (function, module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (is_pointer_call(instruction))
                    oc_values_add(out, instruction);
    }
}

static bool is_pointed_at(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (!oc_ir_only_calls(LLVMGetUser(use), function))
            return true;
    return false;
}

// Finds the functions that a call may mean.
static void find_callees(LLVMValueRef call, LLVMModuleRef module, struct oc_values *out) {
    OC_EACH_FUNCTION (function, module) {
        if (!LLVMIsDeclaration(function) &&
            LLVMGlobalGetValueType(function) == LLVMGetCalledFunctionType(call) &&
            LLVMGetFunctionCallConv(function) == LLVMGetInstructionCallConv(call) &&
            is_pointed_at(function))
            oc_values_add(out, function);
    }
}

// Whether a function calls one through a pointer, or calls a function that does.
static bool calls_by_pointer(LLVMValueRef function, struct oc_values *seen) {
    if (oc_values_contain(seen, function))
        return false;
    oc_values_add(seen, function);
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            LLVMValueRef callee = LLVMIsACallInst(instruction) ? oc_ir_callee(instruction) : NULL;
            if (is_pointer_call(instruction) || (callee && calls_by_pointer(callee, seen)))
                return true;
        }
    return false;
}

// Whether all that a call may mean is known, and cannot come to such a call again.
static bool can_name(struct oc_ir *ir, LLVMValueRef call) {
    struct oc_values callees = {.arena = ir->arena};
    find_callees(call, ir->module, &callees);
    for (size_t i = 0; i < callees.count; i++) {
        struct oc_values seen = {.arena = ir->arena};
        if (calls_by_pointer(callees.items[i], &seen))
            return false;
    }
    return callees.count && callees.count <= MOST_CALLEES &&
           LLVMGetTailCallKind(call) != LLVMTailCallKindMustTail;
}

// ---- The calls by name -------------------------------------------------------------------------

static void name_call(struct oc_edit *edit, LLVMValueRef call) {
    struct oc_values callees = {.arena = edit->ir->arena};
    find_callees(call, edit->ir->module, &callees);
    struct oc_pointercall at = oc_pointercalls_begin(edit, call);
    for (size_t i = 0; i < callees.count; i++) {
        oc_pointercalls_compare(edit, &at, callees.items[i]);
        LLVMValueRef result = LLVMInstructionClone(call);
        LLVMSetOperand(result, (unsigned)LLVMGetNumOperands(result) - 1, callees.items[i]);
        LLVMInsertIntoBuilder(edit->builder, result);
        oc_pointercalls_end_call(edit, &at, result);
    }
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call));
    oc_edit_before(edit, call);
    oc_edit_intrinsic(edit, "llvm.trap", NULL, NULL, 0);
    LLVMBuildUnreachable(edit->builder);
    LLVMInstructionEraseFromParent(branch);
    LLVMInstructionEraseFromParent(call);
}

void oc_namedcalls_make(struct oc_ir *ir, const struct oc_lowering *lowering) {
    uint64_t room = lowering->generator ? lowering->generator->unknown_stack : 0;
    struct oc_values calls = {.arena = ir->arena};
    if (!room || stack_of(ir->module) <= room / 2)
        return;
    find_calls(ir->module, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (!can_name(ir, calls.items[i]))
            return;
    struct oc_edit edit = oc_edit_begin(ir);
    for (size_t i = 0; i < calls.count; i++)
        name_call(&edit, calls.items[i]);
    oc_edit_end(&edit);
}
