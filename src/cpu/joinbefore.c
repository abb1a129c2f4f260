#include "cpu/joinbefore.h"

#include "base/names.h"
#include "ir/llvm_shim.h"

#include <string.h>

static bool joins(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
        return true;
    default:
        return false;
    }
}

// Whether a value is known at the barrier, and after it used by one instruction at most.
static bool ends_there(const struct oc_loop_info *loops, LLVMValueRef value, LLVMValueRef barrier,
                       LLVMValueRef only) {
    if (!LLVMIsAInstruction(value) || !oc_loops_dominate(loops, value, barrier))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != only && oc_loops_dominate(loops, barrier, user))
            return false;
    }
    return true;
}

static bool can_move(const struct oc_loop_info *loops, LLVMValueRef instruction,
                     LLVMValueRef barrier) {
    return joins(instruction) && oc_loops_dominate(loops, barrier, instruction) &&
           LLVMGetOperand(instruction, 0) != LLVMGetOperand(instruction, 1) &&
           ends_there(loops, LLVMGetOperand(instruction, 0), barrier, instruction) &&
           ends_there(loops, LLVMGetOperand(instruction, 1), barrier, instruction);
}

static void move_before(struct oc_ir *ir, const struct oc_loop_info *loops, LLVMValueRef function,
                        LLVMValueRef barrier) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, barrier);
    OC_EACH_BLOCK (block, function)
        for (LLVMValueRef at = LLVMGetFirstInstruction(block), next; at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (!can_move(loops, at, barrier))
                continue;
            LLVMInstructionRemoveFromParent(at);
            LLVMInsertIntoBuilder(builder, at);
        }
    LLVMDisposeBuilder(builder);
}

void oc_joinbefore_move(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    struct oc_loop_info *loops = NULL;
    for (size_t i = 0; i < calls.count; i++) {
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_NAME_BARRIER) != 0)
            continue;
        loops = loops ? loops : oc_loops_read(function);
        move_before(ir, loops, function, calls.items[i]);
    }
    oc_loops_dispose(loops);
}
