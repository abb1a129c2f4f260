#include "cpu/placebodies.h"

#include "cpu/analysis/gathers.h"

// In instructions, before they are optimised. A kernel with 50 exchanges of lanes has 5,000.
enum { LARGE = 2500 };

// What the code of a function, and of bodies in it, allows.
struct code {
    bool gathers; // vectors may be gathered
    bool calls;   // it calls functions, as loops with vectors do not
};

// LLVM changes the calls between functions for different processors less, or in other ways. So
// code that calls functions stays as it is.
static struct code place(struct oc_ir *ir, LLVMValueRef caller, const struct oc_values *bodies,
                         const struct oc_values *without_gathers) {
    struct oc_values calls = {.arena = ir->arena};
    struct code all = {false, false};
    bool any = false;
    oc_ir_collect_calls(caller, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef body = oc_ir_callee(calls.items[i]);
        if (!body || !oc_values_contain(bodies, body)) {
            all.calls |= body && !LLVMIsDeclaration(body);
            continue;
        }
        if (oc_ir_function_size(body) > LARGE)
            oc_ir_add_attribute(ir, body, "noinline");
        else
            oc_ir_always_inline(ir, calls.items[i]);
        struct code code = place(ir, body, bodies, without_gathers);
        all.gathers |= code.gathers;
        all.calls |= code.calls;
        any = true;
    }
    if (!any)
        all.gathers = !oc_values_contain(without_gathers, caller);
    if (!all.calls)
        oc_gathers_limit(ir, caller, all.gathers);
    return all;
}

void oc_placebodies_place(struct oc_ir *ir, LLVMValueRef caller, const struct oc_values *bodies,
                          const struct oc_values *without_gathers) {
    place(ir, caller, bodies, without_gathers);
}
