#include "device/barriers.h"

#include "base/text.h"

static bool is_barrier(LLVMValueRef function) {
    return oc_starts_with(oc_ir_name(function), "llvm.nvvm.barrier.") ||
           oc_starts_with(oc_ir_name(function), "llvm.amdgcn.s.barrier");
}

bool oc_barriers_may_wait(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values reached = {.arena = ir->arena};
    bool may_wait = is_barrier(function);
    if (!LLVMIsDeclaration(function))
        oc_ir_collect_reachable(function, &reached);
    for (size_t i = 0; i < reached.count && !may_wait; i++)
        may_wait = is_barrier(reached.items[i]);
    return may_wait;
}

bool oc_barriers_block_may_wait(struct oc_ir *ir, LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        LLVMValueRef callee = oc_ir_is_call(instruction) ? oc_ir_callee(instruction) : NULL;
        if (oc_ir_is_call(instruction) && (!callee || oc_barriers_may_wait(ir, callee)))
            return true;
    }
    return false;
}
