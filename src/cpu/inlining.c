#include "cpu/inlining.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/callees.h"
#include "cpu/cpu.h"
#include "glue/names.h"
#include "ir/features.h"

#include <string.h>

static bool is_kernel_body(const struct oc_inlining *at, LLVMValueRef function) {
    for (size_t i = 0; i < at->unit->kernel_count; i++)
        if (function == at->kernels[i].body)
            return true;
    return false;
}

static bool is_recursive(const struct oc_inlining *at, LLVMValueRef function) {
    struct oc_values reachable = {.arena = at->ir->arena};
    oc_ir_collect_reachable(function, &reachable);
    return oc_values_contain(&reachable, function);
}

enum { FEW = 200, FEW_WITH_CALLEES = 2000 }; // instructions, before they are optimised

// Adds the instructions of a function with those of all that it calls, until they are too many.
static void add_with_callees(struct oc_ir *ir, LLVMValueRef function, size_t *count) {
    struct oc_values calls = {.arena = ir->arena};
    *count += oc_ir_function_size(function);
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count && *count <= FEW_WITH_CALLEES; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        if (callee && !LLVMIsDeclaration(callee))
            add_with_callees(ir, callee, count);
    }
}

// Small functions are inlined, because our analyses do not look into functions that are called. A
// function that calls many small ones does not count as small: with all of them in one function,
// LLVM takes minutes.
static bool is_small(struct oc_ir *ir, LLVMValueRef function) {
    size_t count = 0;
    if (oc_ir_has_attribute(function, "noinline") || oc_ir_function_size(function) > FEW)
        return false;
    add_with_callees(ir, function, &count);
    return count <= FEW_WITH_CALLEES;
}

static bool must_inline(const struct oc_inlining *at, LLVMValueRef caller, LLVMValueRef callee) {
    if (!callee || LLVMIsDeclaration(callee) || oc_callees_is_of_block(callee) ||
        strcmp(oc_ir_name(callee), OC_NAME_RUN_FIBRES) == 0 ||
        !oc_features_are_same(caller, callee) || is_recursive(at, callee))
        return false;
    if (strcmp(oc_ir_name(callee), OC_NAME_ENTER_GRID) == 0 ||
        strcmp(oc_ir_name(callee), OC_NAME_LEAVE_GRID) == 0)
        return false;
    return oc_starts_with(oc_ir_name(callee), OC_GLUE_THREAD) || is_kernel_body(at, callee) ||
           oc_callees_asks(at->callees, callee) ||
           (!oc_ir_has_attribute(caller, "optnone") && is_small(at->ir, callee)) || at->checks;
}

// Marks the calls in a function that are to be inlined next. Returns whether there are any.
static bool mark_calls(const struct oc_inlining *at, LLVMValueRef function) {
    struct oc_values calls = {.arena = at->ir->arena};
    oc_ir_collect_calls(function, &calls);
    bool any = false;
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        LLVMValueRef body = oc_callees_launched(at->callees, callee);
        if (body) {
            LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, body);
            callee = body;
        }
        if (!must_inline(at, function, callee))
            continue;
        oc_ir_always_inline(at->ir, calls.items[i]);
        any = true;
    }
    return any;
}

bool oc_inlining_run(const struct oc_inlining *at) {
    enum { MAX_LEVELS = 100 };
    for (int level = 0; level < MAX_LEVELS; level++) {
        bool any = false;
        for (size_t i = 0; i < at->unit->kernel_count; i++) {
            LLVMValueRef body = oc_inlining_find(at->ir, OC_GLUE_BODY, &at->unit->kernels[i]);
            LLVMValueRef fibre = oc_inlining_find(at->ir, OC_GLUE_FIBRE, &at->unit->kernels[i]);
            any |= mark_calls(at, body);
            any |= fibre && mark_calls(at, fibre);
        }
        if (!any)
            return true;
        if (!oc_ir_run(at->ir, at->ir->module, "always-inline", NULL))
            return false;
    }
    return true;
}

LLVMValueRef oc_inlining_find(struct oc_ir *ir, const char *prefix,
                              const struct oc_kernel *kernel) {
    return LLVMGetNamedFunction(ir->module,
                                oc_arena_printf(ir->arena, "%s%s", prefix, kernel->name));
}
