#include "cpu/bodycopies.h"

#include "ir/llvm_shim.h"

// In instructions, before they are optimised. A kernel with 50 exchanges of lanes has 5,000.
enum { LARGE = 2500 };

struct placing {
    struct oc_ir *ir;
    const struct oc_values *bodies;
    bool apart; // some body is large: each call has a copy of its own
};

static bool is_large(LLVMValueRef function) {
    size_t count = 0;
    OC_EACH_BLOCK (block, function)
        count += oc_ir_count_instructions(block);
    return count > LARGE;
}

static void place_calls(const struct placing *at, LLVMValueRef function) {
    struct oc_values calls = {.arena = at->ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], callee = oc_ir_callee(call);
        if (!callee || !oc_values_contain(at->bodies, callee))
            continue;
        LLVMValueRef copy = at->apart ? oc_copy_function(callee) : NULL;
        if (copy)
            LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, copy);
        if (copy && is_large(copy))
            oc_ir_add_attribute(at->ir, copy, "noinline");
        else
            oc_ir_always_inline(at->ir, call);
        place_calls(at, copy ? copy : callee);
    }
}

void oc_bodycopies_place(struct oc_ir *ir, LLVMValueRef caller, const struct oc_values *bodies) {
    struct placing at = {ir, bodies, false};
    for (size_t i = 0; i < bodies->count; i++)
        at.apart |= is_large(bodies->items[i]);
    place_calls(&at, caller);
}
