#include "host/resident/resident.h"

#include "host/resident/bycaller.h"
#include "host/resident/checks.h"
#include "host/resident/flow.h"
#include "host/resident/inlined.h"
#include "ir/llvm_shim.h"

#include <string.h>

// Loops with one entry that test at their end.
static const char simplification[] =
    "sroa,early-cse,simplifycfg,loop-simplify,lcssa,loop(loop-rotate),loop-mssa(licm)";

// Values instead of variables in memory, for addresses too: so enclosed.h can follow them.
static const char first_simplification[] = "sroa";

static bool is_needed(const struct oc_enclosed *enclosed, const struct oc_seen *seen) {
    return seen->makes || seen->is_entered || oc_enclosed_is_used_by(enclosed, seen->function);
}

static bool is_optimised(const struct oc_seen *seen) {
    return !oc_ir_has_attribute(seen->function, "optnone");
}

static void add_checks(const struct oc_checks *checks, const struct oc_seen *seen) {
    struct oc_loop_info *loops = is_optimised(seen) ? oc_loops_read(seen->function) : NULL;
    oc_checks_add(checks, seen, loops);
    oc_loops_dispose(loops);
}

static bool launches_any(const struct oc_flow *flow) {
    for (size_t i = 0; i < flow->count; i++)
        if (flow->functions[i].launches)
            return true;
    return false;
}

static bool is_called_here(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (oc_ir_is_call(LLVMGetUser(use)) && oc_ir_callee(LLVMGetUser(use)) == function)
            return true;
    return false;
}

// Where other files may call a function that launches, what it leaves out comes back before it
// returns. It need not when this file calls it: that calls a function of its own then. Returns
// whether there was such a function.
static bool split_open_functions(const struct oc_flow *flow) {
    bool any = false;
    for (size_t i = 0; i < flow->count; i++) {
        const struct oc_seen *seen = &flow->functions[i];
        if (oc_flow_returns_all(seen) && is_called_here(seen->function))
            any |= oc_split_function(seen->function) != NULL;
    }
    return any;
}

// Whether all functions of the C library's names are the C library's.
static bool has_builtins(struct oc_ir *ir, const struct oc_flow *flow) {
    static const char none[] = "no-builtin"; // no-builtins, or no-builtin-NAME
    for (size_t i = 0; i < flow->count; i++) {
        LLVMValueRef function = flow->functions[i].function;
        unsigned count = LLVMGetAttributeCountAtIndex(function, LLVMAttributeFunctionIndex);
        LLVMAttributeRef *attributes = OC_NEW_ARRAY(ir->arena, count + 1, LLVMAttributeRef);
        LLVMGetAttributesAtIndex(function, LLVMAttributeFunctionIndex, attributes);
        for (unsigned k = 0, length; k < count; k++)
            if (LLVMIsStringAttribute(attributes[k]) &&
                !strncmp(LLVMGetStringAttributeKind(attributes[k], &length), none, sizeof none - 1))
                return false;
    }
    return true;
}

// Returns whether there are any.
static bool call_copies(const struct oc_flow *flow, const struct oc_enclosed *enclosed) {
    struct oc_map copies = {.arena = flow->ir->arena};
    bool any = false;
    for (size_t i = 0; i < flow->count; i++)
        if (is_needed(enclosed, &flow->functions[i]) && is_optimised(&flow->functions[i]))
            any |= oc_call_copies(flow, &flow->functions[i], &copies);
    return any;
}

static bool lower(struct oc_ir *ir, struct oc_flow *flow, const struct oc_unit *unit,
                  const struct oc_cpu_kernel *kernels, struct oc_findings *findings) {
    struct oc_enclosed enclosed;
    // What C library functions write, so that they do not keep other loads in loops.
    if (has_builtins(ir, flow) && !oc_ir_run(ir, ir->module, "inferattrs", NULL))
        return false;
    for (size_t i = 0; i < flow->count; i++)
        if (is_optimised(&flow->functions[i]) &&
            !oc_ir_run_on_function(ir, flow->functions[i].function, first_simplification, NULL))
            return false;
    oc_flow_read_again(flow, unit, kernels);
    oc_enclosed_read(flow, &enclosed);
    for (size_t i = 0; i < flow->count; i++)
        if (is_needed(&enclosed, &flow->functions[i]) && is_optimised(&flow->functions[i]))
            oc_inline_small(flow, &flow->functions[i]);
    for (size_t i = 0; i < flow->count; i++)
        if (is_needed(&enclosed, &flow->functions[i]) && is_optimised(&flow->functions[i]) &&
            !oc_ir_run_on_function(ir, flow->functions[i].function, simplification, NULL))
            return false;
    // Simplification has made other values, and calls through pointers direct ones.
    oc_flow_read_again(flow, unit, kernels);
    oc_enclosed_read(flow, &enclosed);
    if (call_copies(flow, &enclosed)) {
        oc_flow_read_again(flow, unit, kernels);
        oc_enclosed_read(flow, &enclosed);
    }
    struct oc_checks checks = {.flow = flow, .enclosed = &enclosed, .findings = findings};
    oc_check_calls_begin(ir, &checks.calls);
    for (size_t i = 0; i < flow->count; i++)
        if (is_needed(&enclosed, &flow->functions[i]))
            add_checks(&checks, &flow->functions[i]);
    oc_checks_guard_main(&checks);
    oc_check_calls_end(&checks.calls);
    return true;
}

bool oc_resident_lower(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_cpu_kernel *kernels, struct oc_findings *findings) {
    struct oc_flow flow;
    oc_flow_read(ir, unit, kernels, &flow);
    if (split_open_functions(&flow)) {
        oc_flow_read_again(&flow, unit, kernels);
    }
    bool done = !launches_any(&flow) || lower(ir, &flow, unit, kernels, findings);
    oc_flow_release(&flow);
    return done;
}
