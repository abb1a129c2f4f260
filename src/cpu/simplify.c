#include "cpu/simplify.h"

#include "base/names.h"
#include "cpu/arrays.h"
#include "cpu/fewturns.h"
#include "cpu/joinbefore.h"
#include "cpu/loops/flatten.h"
#include "cpu/multiples.h"
#include "cpu/narrowcounters.h"
#include "cpu/parameters.h"
#include "cpu/scalars.h"
#include "cpu/stride.h"
#include "cpu/turnforms.h"
#include "ir/ids.h"
#include "ir/mathcalls.h"

// What a thread asks for does not change, so LLVM may join equal questions.
static void make_questions_pure(struct oc_ir *ir, LLVMValueRef body) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(body, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ids_is_index(oc_ir_callee_name(calls.items[i])))
            oc_ids_make_pure(ir, calls.items[i]);
}

bool oc_simplify_begin(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body) {
    oc_mathcalls_forget_errno(ir, body);
    make_questions_pure(ir, body);
    if (!oc_ir_run_on_function(ir, body,
                               "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg", NULL))
        return false;
    oc_parameters_hoist(ir, kernel, body);
    oc_ids_find(ir, body, NULL);
    if (oc_narrowcounters_find(ir, body) &&
        !oc_ir_run_on_function(ir, body, "instcombine<no-verify-fixpoint>", NULL))
        return false;
    oc_turnforms_simplify(ir, body);
    return true;
}

bool oc_simplify_end(struct oc_ir *ir, LLVMValueRef body) {
    oc_flatten_defaults(body);
    if (!oc_fewturns_unroll(ir, body))
        return false;
    oc_multiples_compare(ir, body);
    oc_stride_loops(ir, body);
    if (!oc_ir_run_on_function(ir, body,
                               "break-crit-edges,loop(loop-rotate),instcombine<no-verify-fixpoint>,"
                               "sccp,simplifycfg,early-cse,adce",
                               NULL) ||
        !oc_scalars_unpack(ir, body) || !oc_arrays_to_registers(ir, body))
        return false;
    oc_flatten(ir, body);
    // What a thread does where it leaves a loop is to be after the loop (loops/together.h).
    if (!oc_ir_find_call(body, OC_NAME_BARRIER) &&
        !oc_ir_run_on_function(ir, body, "jump-threading", NULL))
        return false;
    if (!oc_ir_run_on_function(
            ir, body, "instcombine<no-verify-fixpoint>,simplifycfg,early-cse,adce,loop-simplify",
            NULL))
        return false;
    oc_flatten_saturating(ir, body);
    oc_flatten_defaults(body); // simplifycfg makes defaults that cannot be reached
    oc_joinbefore_move(ir, body);
    return true;
}
