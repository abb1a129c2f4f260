#include "device/recursion.h"

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
