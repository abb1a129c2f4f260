#include "cpu/lanesalike.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/lanefunctions.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

static bool is_same_call(LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    return oc_starts_with(name, OC_NAME_OF_GROUP) ||
           (oc_waits_for_lanes(call) && oc_lanefunctions_have_one_result(call));
}

static bool is_same(const struct oc_loop_info *loops, LLVMBasicBlockRef block, LLVMValueRef value,
                    LLVMValueRef key, unsigned depth) {
    enum { MOST_DEPTH = 12 };
    if (LLVMIsAConstant(value) || LLVMIsAArgument(value) || value == key)
        return true;
    if (!LLVMIsAInstruction(value) || depth > MOST_DEPTH || LLVMIsAPHINode(value) ||
        LLVMIsAAllocaInst(value))
        return false;
    const struct oc_loop *loop = oc_loops_around(loops, LLVMGetInstructionParent(value));
    if (loop && !oc_loop_has(loop, block))
        return false;
    if (LLVMIsACallInst(value) && !LLVMIsAIntrinsicInst(value))
        return is_same_call(value);
    if (!oc_ir_only_computes(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!LLVMIsAFunction(LLVMGetOperand(value, (unsigned)i)) &&
            !is_same(loops, block, LLVMGetOperand(value, (unsigned)i), key, depth + 1))
            return false;
    return true;
}

bool oc_lanesalike_is(const struct oc_loop_info *loops, LLVMBasicBlockRef block,
                      LLVMValueRef value) {
    return is_same(loops, block, value, NULL, 0);
}

bool oc_lanesalike_by_key(const struct oc_loop_info *loops, LLVMBasicBlockRef block,
                          LLVMValueRef value, LLVMValueRef key) {
    return is_same(loops, block, value, key, 0);
}
