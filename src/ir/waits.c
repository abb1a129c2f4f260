#include "ir/waits.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

LLVMValueRef oc_waits_fibre_of(struct oc_ir *ir, LLVMValueRef function) {
    const char *name = oc_arena_printf(ir->arena, "%s" OC_FIBRE_SUFFIX, oc_ir_name(function));
    return LLVMGetNamedFunction(ir->module, name);
}

static bool has_hosts_address(LLVMValueRef function) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, OC_WAITS_ADDRESS,
                                         (unsigned)strlen(OC_WAITS_ADDRESS)) != NULL;
}

bool oc_waits_may_be(LLVMValueRef call, LLVMValueRef function) {
    return oc_ir_is_pointer_call(call) &&
           LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(function);
}

static bool is_barrier(const char *function) {
    return strcmp(function, OC_NAME_BARRIER) == 0 ||
           strcmp(function, OC_NAME_BARRIER_OF_GROUPS) == 0;
}

void oc_waits_build_barrier(struct oc_ir *ir, LLVMBuilderRef builder) {
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), NULL, 0, false);
    LLVMValueRef barrier = LLVMGetNamedFunction(ir->module, OC_NAME_BARRIER);
    if (!barrier) {
        barrier = LLVMAddFunction(ir->module, OC_NAME_BARRIER, type);
        oc_ir_add_attribute(ir, barrier, "convergent");
    }
    LLVMBuildCall2(builder, type, barrier, NULL, 0, "");
}

bool oc_waits_for_block(LLVMValueRef instruction) {
    return is_barrier(oc_ir_callee_name(instruction));
}

bool oc_waits_for_lanes(LLVMValueRef instruction) {
    return oc_starts_with(oc_ir_callee_name(instruction), OC_NAME_GROUP);
}

bool oc_waits_is_await(LLVMValueRef instruction) {
    return strcmp(oc_ir_callee_name(instruction), OC_NAME_AWAIT_LANES) == 0;
}

bool oc_waits_begins(LLVMValueRef function) {
    return is_barrier(oc_ir_name(function)) || oc_starts_with(oc_ir_name(function), OC_NAME_GROUP);
}

// Whether such a search begins at a function: for lane functions, also at what has taken the place
// of these in coroutines.
static bool begins(const struct oc_waits *waits, LLVMValueRef function) {
    const char *name = oc_ir_name(function);
    if (!waits->lanes_alone)
        return oc_waits_begins(function);
    return oc_starts_with(name, OC_NAME_GROUP) || strcmp(name, OC_NAME_LANES_MEET) == 0 ||
           strcmp(name, OC_NAME_LANES_ENTER) == 0;
}

bool oc_waits_call(const struct oc_waits *waits, LLVMValueRef call) {
    LLVMValueRef callee = oc_ir_callee(call);
    if (callee)
        return begins(waits, callee) || oc_values_contain(&waits->functions, callee);
    for (size_t i = 0; i < waits->pointed.count; i++)
        if (oc_waits_may_be(call, waits->pointed.items[i]))
            return true;
    return false;
}

static void add_function_once(struct oc_values *set, LLVMValueRef function) {
    if (!oc_values_contain(set, function))
        oc_values_add(set, function);
}

// What waits, and functions that are coroutines already: all others wait because of them.
static void add_seeds(struct oc_waits *waits) {
    struct oc_ir *ir = waits->ir;
    struct oc_values *queue = &waits->functions;
    size_t suffix = strlen(OC_FIBRE_SUFFIX);
    OC_EACH_FUNCTION (function, ir->module) {
        const char *name = oc_ir_name(function);
        if (begins(waits, function))
            oc_values_add(queue, function);
        if (waits->lanes_alone || !oc_ends_with(name, OC_FIBRE_SUFFIX))
            continue;
        LLVMValueRef start = LLVMGetNamedFunction(
            ir->module, oc_arena_strndup(ir->arena, name, strlen(name) - suffix));
        if (start)
            add_function_once(queue, start);
    }
}

static bool is_callee_of(LLVMValueRef user, LLVMValueRef function) {
    return LLVMIsAInstruction(user) && oc_ir_is_call(user) && oc_ir_callee(user) == function;
}

// Adds the functions that call this one. Returns whether its address is used otherwise.
static bool add_callers(LLVMValueRef function, struct oc_values *queue) {
    bool pointed = false;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        pointed |= !oc_ir_only_calls(user, function);
        if (is_callee_of(user, function))
            add_function_once(queue, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    }
    return pointed;
}

static void add_callers_by_pointer(struct oc_ir *ir, LLVMValueRef callee, struct oc_values *queue) {
    OC_EACH_FUNCTION (function, ir->module)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (oc_ir_is_call(instruction) && oc_waits_may_be(instruction, callee))
                    add_function_once(queue, function);
}

static void find(struct oc_ir *ir, bool lanes_alone, struct oc_waits *out) {
    *out = (struct oc_waits){ir, lanes_alone, {.arena = ir->arena}, {.arena = ir->arena}};
    struct oc_values *queue = &out->functions;
    add_seeds(out);
    for (size_t next = 0; next < queue->count; next++) {
        LLVMValueRef function = queue->items[next];
        bool pointed = add_callers(function, queue) || has_hosts_address(function);
        if (!pointed || oc_starts_with(oc_ir_name(function), OC_NAME_PREFIX))
            continue;
        oc_values_add(&out->pointed, function);
        add_callers_by_pointer(ir, function, queue);
    }
}

void oc_waits_find(struct oc_ir *ir, struct oc_waits *out) {
    find(ir, false, out);
}

void oc_waits_find_lanes(struct oc_ir *ir, struct oc_waits *out) {
    find(ir, true, out);
}
