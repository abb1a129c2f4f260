#include "device/convergence.h"

#include "base/text.h"

static const char convergent[] = "convergent";

static unsigned attribute_kind(void) {
    return LLVMGetEnumAttributeKindForName(convergent, sizeof convergent - 1);
}

// A call of an instruction of AMD GPUs may be convergent where the instruction is not: our builtins
// so keep the optimiser from moving it (src/builtins/amdlanes.h). clang marks all other calls.
static bool is_convergent(LLVMValueRef call, unsigned kind) {
    LLVMValueRef callee = oc_ir_callee(call);
    if (callee && oc_ir_has_attribute(callee, convergent))
        return true;
    if (callee && !oc_starts_with(oc_ir_name(callee), "llvm.amdgcn."))
        return false;
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) != NULL;
}

// Whether the function makes a convergent call.
static bool converges(LLVMValueRef function, unsigned kind) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_ir_is_call(instruction) && is_convergent(instruction, kind))
                return true;
    return false;
}

// Recursion is not convergent by itself: all functions lose the attribute, and those that need it
// get it back until no other does.
static void infer_functions(struct oc_ir *ir, unsigned kind) {
    struct oc_values marked = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module) {
        if (LLVMIsDeclaration(function) || !oc_ir_has_attribute(function, convergent))
            continue;
        oc_values_add(&marked, function);
        oc_ir_remove_attribute(function, convergent);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < marked.count; i++)
            if (!oc_ir_has_attribute(marked.items[i], convergent) &&
                converges(marked.items[i], kind)) {
                oc_ir_add_attribute(ir, marked.items[i], convergent);
                changed = true;
            }
    }
}

void oc_convergence_infer(struct oc_ir *ir) {
    unsigned kind = attribute_kind();
    infer_functions(ir, kind);
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (oc_ir_is_call(instruction) && !is_convergent(instruction, kind))
                    LLVMRemoveCallSiteEnumAttribute(instruction, LLVMAttributeFunctionIndex, kind);
    }
}

bool oc_convergence_of(LLVMValueRef instruction) {
    unsigned kind = attribute_kind();
    return oc_ir_is_call(instruction) &&
           (is_convergent(instruction, kind) ||
            LLVMGetCallSiteEnumAttribute(instruction, LLVMAttributeFunctionIndex, kind));
}
