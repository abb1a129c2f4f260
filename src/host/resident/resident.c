#include "host/resident/resident.h"

#include "host/resident/checks.h"
#include "host/resident/flow.h"
#include "ir/llvm_shim.h"

// Values instead of variables in memory, and loops with one entry that test at their end.
static const char simplification[] =
    "sroa,early-cse,simplifycfg,loop-simplify,lcssa,loop(loop-rotate)";

static bool is_needed(const struct oc_seen *seen) {
    return seen->makes || seen->is_entered;
}

static bool is_optimised(LLVMValueRef function) {
    return !oc_ir_has_attribute(function, "optnone");
}

static bool add_checks(struct oc_checks *checks, const struct oc_seen *seen) {
    struct oc_loops *loops = is_optimised(seen->function) ? oc_loops_read(seen->function) : NULL;
    oc_checks_add(checks, seen, loops);
    oc_loops_dispose(loops);
    return true;
}

bool oc_resident_lower(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_cpu_kernel *kernels) {
    struct oc_flow flow;
    struct oc_checks checks = {0};
    bool done = true, any = false;
    oc_flow_read(ir, unit, kernels, &flow);
    for (size_t i = 0; i < flow.count && done; i++) {
        any |= flow.functions[i].makes;
        if (is_needed(&flow.functions[i]) && is_optimised(flow.functions[i].function))
            done = oc_ir_run_on_function(ir, flow.functions[i].function, simplification, NULL);
    }
    if (any && done) {
        oc_checks_begin(&flow, &checks);
        for (size_t i = 0; i < flow.count && done; i++)
            if (is_needed(&flow.functions[i]))
                done = add_checks(&checks, &flow.functions[i]);
        oc_checks_end(&checks);
    }
    oc_flow_release(&flow);
    return done;
}
