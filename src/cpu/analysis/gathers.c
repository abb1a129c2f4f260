#include "cpu/analysis/gathers.h"

#include "base/names.h"
#include "ir/features.h"

#include <string.h>

bool oc_gathers_are_slow(LLVMValueRef function) {
    return oc_features_has(function, "avx512f") && oc_features_tuned_for(function, "znver");
}

// Whether a value is chosen by data, by itself: it was loaded, or came from a number or a function.
static bool is_data(LLVMValueRef value) {
    const char *name = oc_ir_callee_name(value);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFPToSI:
    case LLVMFPToUI:
        return true;
    case LLVMCall:
        return strcmp(name, OC_NAME_THREAD_ID) != 0 && strcmp(name, OC_NAME_GLOBAL_ID) != 0 &&
               !oc_ir_extreme(value).is;
    default:
        return false;
    }
}

struct search {
    const struct oc_uniform *uniform;
    struct oc_map seen;
    struct oc_values found;
};

static void reach(struct search *search, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) || oc_uniform_is(search->uniform, value) ||
        oc_map_get(&search->seen, value, NULL))
        return;
    oc_map_set(&search->seen, value, 1);
    oc_values_add(&search->found, value);
}

static void reach_operands(struct search *search, LLVMValueRef value) {
    if (LLVMIsAPHINode(value))
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            reach(search, LLVMGetIncomingValue(value, i));
    else
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            reach(search, LLVMGetOperand(value, (unsigned)i));
}

bool oc_gathers_are_useful(const struct oc_body *body, const struct oc_uniform *uniform) {
    struct search search = {uniform, {.arena = body->ir->arena}, {.arena = body->ir->arena}};
    for (size_t n = 0; n < body->count; n++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[n].block) {
            if (LLVMIsALoadInst(instruction))
                reach(&search, LLVMGetOperand(instruction, 0));
        }
    for (size_t i = 0; i < search.found.count; i++) {
        if (is_data(search.found.items[i]))
            return true;
        reach_operands(&search, search.found.items[i]);
    }
    return false;
}

void oc_gathers_limit(struct oc_ir *ir, LLVMValueRef function, bool gathers) {
    if (!oc_gathers_are_slow(function))
        return;
    oc_features_add(ir, function, "+prefer-no-scatter");
    if (!gathers)
        oc_features_add(ir, function, "+prefer-no-gather");
}
