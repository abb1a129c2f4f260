#include "cpu/placebodies.h"

// In instructions, before they are optimised. A kernel with 50 exchanges of lanes has 5,000.
enum { LARGE = 2500 };

void oc_placebodies_place(struct oc_ir *ir, LLVMValueRef caller, const struct oc_values *bodies) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(caller, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef body = oc_ir_callee(calls.items[i]);
        if (!body || !oc_values_contain(bodies, body))
            continue;
        if (oc_ir_function_size(body) > LARGE)
            oc_ir_add_attribute(ir, body, "noinline");
        else
            oc_ir_always_inline(ir, calls.items[i]);
        oc_placebodies_place(ir, body, bodies);
    }
}
