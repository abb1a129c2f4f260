#include "ir/widevectors.h"

#include "base/text.h"
#include "ir/features.h"

#include <string.h>

static bool is_taken_apart(LLVMValueRef call) {
    static const char *const names[] = {"pow", "exp2", "ldexp", "scalb",
                                        "experimental.vector.compress"};
    const char *name = oc_ir_callee_name(call);
    if (oc_starts_with(name, "llvm."))
        name += strlen("llvm.");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_starts_with(name, names[i]))
            return true;
    return false;
}

static void allow(struct oc_ir *ir, LLVMValueRef function) {
    static const char name[] = "min-legal-vector-width", bits[] = "512";
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(ir->context, name, sizeof name - 1, bits, sizeof bits - 1));
}

void oc_widevectors_allow(struct oc_ir *ir, const struct oc_values *kernels) {
    for (size_t i = 0; i < kernels->count; i++)
        if (oc_features_has(kernels->items[i], "avx512ifma"))
            allow(ir, kernels->items[i]);
    OC_EACH_FUNCTION (function, ir->module) {
        struct oc_values calls = {.arena = ir->arena};
        oc_ir_collect_calls(function, &calls);
        bool any = false;
        for (size_t i = 0; i < calls.count; i++)
            any |= is_taken_apart(calls.items[i]);
        if (any)
            allow(ir, function);
    }
}
