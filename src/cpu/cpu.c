#include "cpu/cpu.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "cpu/assertions.h"
#include "cpu/awaits.h"
#include "cpu/checkedbody.h"
#include "cpu/fetchblocks.h"
#include "cpu/fibres/meets.h"
#include "cpu/inlining.h"
#include "cpu/lanefunctions.h"
#include "cpu/makeloops.h"
#include "cpu/placebodies.h"
#include "cpu/pragmas.h"
#include "cpu/readorder.h"
#include "cpu/relax.h"
#include "cpu/returned.h"
#include "cpu/sharedplaces.h"
#include "cpu/simplify.h"
#include "cpu/tiles/inside.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/checks.h"
#include "ir/features.h"
#include "ir/llvm_shim.h"
#include "ir/sanitizers.h"
#include "ir/shared.h"
#include "ir/wideatomics.h"
#include "ir/widevectors.h"

// Fibres are for kernels with barriers, and for ThreadSanitizer, for which each thread has its own
// stack (src/runtime/launch/race.c).
static void drop_fibres(const struct oc_makeloops *lowering) {
    for (size_t i = 0; i < lowering->unit->kernel_count; i++) {
        LLVMValueRef fibre =
            oc_makeloops_find(lowering, OC_GLUE_FIBRE, &lowering->unit->kernels[i]);
        LLVMValueRef body = oc_makeloops_body(lowering, &lowering->unit->kernels[i]);
        oc_makeloops_set_frame(lowering, &lowering->unit->kernels[i], (struct oc_frame){0}, true);
        if (fibre)
            LLVMSetLinkage(fibre, LLVMInternalLinkage);
        if (fibre && !oc_callees_wait(&lowering->callees, body) &&
            !oc_ir_has_attribute(body, "sanitize_thread"))
            LLVMDeleteFunction(fibre);
    }
}

// Makes the kernel's direct code, if it can have such code.
static bool make_direct(struct oc_makeloops *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    LLVMValueRef body = oc_makeloops_body(lowering, kernel),
                 blocks = oc_makeloops_find(lowering, OC_GLUE_BLOCKS, kernel);
    if (lowering->codes[k].direct || oc_makeloops_wants_coroutines() ||
        !oc_inside_make(ir, kernel, body, blocks, &lowering->shared))
        return true;
    lowering->codes[k].direct = body;
    return oc_ir_run_on_function(
        ir, body, "early-cse,instcombine<no-verify-fixpoint>,adce,simplifycfg,adce", NULL);
}

static void fetch_for_later_blocks(struct oc_makeloops *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    if (lowering->checks || oc_makeloops_wants_coroutines())
        return;
    oc_fetchblocks_add(lowering->ir, oc_makeloops_body(lowering, kernel));
    if (lowering->codes[k].direct)
        oc_fetchblocks_add(lowering->ir, lowering->codes[k].direct);
}

// Makes the kernel's code for groups of lanes, if it has lane functions: for blocks in which no
// thread returns, if there is code for such blocks.
static bool make_groups(struct oc_makeloops *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_groups *groups = &lowering->codes[k].groups;
    struct oc_ir *ir = lowering->ir;
    LLVMValueRef direct = lowering->codes[k].direct, body = oc_makeloops_body(lowering, kernel);
    const struct oc_groups_request request = {kernel, direct ? direct : body, lowering->checks,
                                              false};
    return oc_makeloops_wants_coroutines() ||
           (oc_groups_make(ir, &request, &lowering->shared, &lowering->lane_arrays, groups) &&
            oc_makeloops_simplify_groups(lowering, k, groups));
}

// Replaces lane functions, if there are any, by other code.
static bool replace_lanes(struct oc_makeloops *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    if (!oc_lanefunctions_are_in(ir, oc_makeloops_body(lowering, kernel)))
        return true;
    if (!make_groups(lowering, k))
        return false;
    if (!lowering->checks && !oc_makeloops_wants_coroutines())
        lowering->codes[k].copy = oc_copy_function(oc_makeloops_body(lowering, kernel));
    oc_lanefunctions_expand(ir, oc_makeloops_body(lowering, kernel), &lowering->shared);
    if (lowering->codes[k].direct)
        oc_lanefunctions_expand(ir, lowering->codes[k].direct, &lowering->shared);
    return oc_simplify_begin(ir, kernel, oc_makeloops_body(lowering, kernel));
}

// Places the checks of -foffload-check, if it is on.
static bool place_checks(struct oc_makeloops *lowering, size_t k, bool plain) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    LLVMValueRef blocks = oc_makeloops_find(lowering, OC_GLUE_BLOCKS, kernel);
    return !lowering->checks ||
           oc_checkedbody_place(lowering->ir, kernel, oc_makeloops_body(lowering, kernel),
                                plain || oc_makeloops_wants_coroutines() ? NULL : blocks,
                                &lowering->shared, plain, &lowering->codes[k].whole);
}

// Has threads that return before others wait go on with them.
static bool let_go_on(struct oc_makeloops *lowering, LLVMValueRef body) {
    bool done = oc_returned_go_on(lowering->ir, body, lowering->checks, &lowering->shared, NULL);
    oc_returned_finish(lowering->ir, body);
    return done;
}

static bool simplify(struct oc_makeloops *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    oc_awaits_drop_needless(ir, oc_makeloops_body(lowering, kernel));
    if (!place_checks(lowering, k, false) ||
        !oc_simplify_begin(ir, kernel, oc_makeloops_body(lowering, kernel)))
        return false;
    oc_relax_volatile(oc_makeloops_body(lowering, kernel), &lowering->shared);
    oc_pragmas_forget(ir, oc_makeloops_body(lowering, kernel));
    if (lowering->codes[k].whole)
        oc_pragmas_forget(ir, lowering->codes[k].whole);
    if (!lowering->checks && !oc_makeloops_wants_coroutines())
        oc_readorder_part(ir, oc_makeloops_body(lowering, kernel));
    bool has_lanes = oc_lanefunctions_are_in(ir, oc_makeloops_body(lowering, kernel));
    LLVMValueRef whole = lowering->codes[k].whole;
    if (!make_direct(lowering, k))
        return false;
    fetch_for_later_blocks(lowering, k);
    return replace_lanes(lowering, k) &&
           (!lowering->codes[k].direct || oc_simplify_end(ir, lowering->codes[k].direct)) &&
           oc_simplify_end(ir, oc_makeloops_body(lowering, kernel)) &&
           (!whole || oc_checkedbody_simplify(ir, kernel, whole, &lowering->shared)) &&
           (has_lanes || (let_go_on(lowering, oc_makeloops_body(lowering, kernel)) &&
                          (!whole || let_go_on(lowering, whole))));
}

static bool prepare_body(struct oc_makeloops *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    LLVMValueRef body = oc_makeloops_body(lowering, kernel);
    bool is_plain = oc_ir_has_attribute(body, "optnone") || oc_sanitizers_watch(body);
    bool prepared = is_plain || simplify(lowering, k);
    if (is_plain)
        prepared = place_checks(lowering, k, true);
    oc_body_isolate(ir, oc_makeloops_body(lowering, kernel));
    if (lowering->codes[k].whole)
        oc_body_isolate(ir, lowering->codes[k].whole);
    if (lowering->codes[k].direct)
        oc_body_isolate(ir, lowering->codes[k].direct);
    return prepared;
}

// A body that a sanitizer watches is not inlined. LLVM would join equal accesses of two copies in
// one function, and the sanitizer's report could not name their line.
static void place_body(struct oc_makeloops *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    LLVMValueRef body = oc_makeloops_body(lowering, kernel);
    if (oc_sanitizers_watch(body)) {
        oc_ir_remove_attribute(body, "alwaysinline");
        oc_ir_add_attribute(lowering->ir, body, "noinline");
        return;
    }
    if (oc_ir_has_attribute(body, "optnone"))
        return;
    LLVMValueRef direct = lowering->codes[k].direct,
                 of_groups = lowering->codes[k].groups.of_groups;
    struct oc_values bodies = {.arena = lowering->ir->arena};
    oc_values_add(&bodies, body);
    if (of_groups)
        oc_values_add(&bodies, of_groups);
    if (of_groups && lowering->codes[k].groups.prefix.function)
        oc_values_add(&bodies, lowering->codes[k].groups.prefix.function);
    if (lowering->codes[k].of_any.of_groups)
        oc_values_add(&bodies, lowering->codes[k].of_any.of_groups);
    for (size_t i = 0; i < lowering->choices.count; i++)
        oc_values_add(&bodies, lowering->choices.items[i]);
    if (direct)
        oc_values_add(&bodies, direct);
    LLVMUseRef use = direct ? LLVMGetFirstUse(direct) : NULL;
    if (use) // in the function that chooses
        oc_placebodies_place(lowering->ir,
                             LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(use))),
                             &bodies, &lowering->without_gathers);
    oc_placebodies_place(lowering->ir, oc_makeloops_find(lowering, OC_GLUE_BLOCKS, kernel), &bodies,
                         &lowering->without_gathers);
}

static void copy_targets(const struct oc_makeloops *lowering) {
    static const char *const prefixes[] = {OC_GLUE_THREAD, OC_GLUE_BODY, OC_GLUE_FIBRE,
                                           OC_GLUE_BLOCKS};
    for (size_t i = 0; i < lowering->unit->kernel_count; i++)
        for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++)
            oc_features_copy(lowering->kernels[i].body,
                             oc_makeloops_find(lowering, prefixes[p], &lowering->unit->kernels[i]));
}

// Says why the threads of a kernel run one after the other, if that is so throughout. Then nothing
// more is to be said of it.
static void begin_remarks(struct oc_makeloops *lowering, const struct oc_kernel *kernel) {
    LLVMValueRef body = oc_makeloops_body(lowering, kernel);
    oc_missed_begin(lowering->missed, kernel);
    if (!oc_ir_has_attribute(body, "optnone") && !oc_sanitizers_watch(body))
        return;
    oc_missed_say(lowering->missed, NULL, "the code is not optimised, or a sanitizer watches it");
    lowering->missed->listens = false;
}

static bool lower_bodies(struct oc_makeloops *lowering) {
    const struct oc_unit *unit = lowering->unit;
    drop_fibres(lowering);
    const struct oc_inlining inlining = {lowering->ir, unit, lowering->kernels, &lowering->callees,
                                         lowering->checks};
    bool valid = oc_inlining_run(&inlining) && oc_lanefunctions_agree(lowering->ir) &&
                 oc_lanefunctions_prepare(lowering->ir);
    for (size_t i = 0; valid && i < unit->kernel_count; i++) {
        LLVMValueRef fibre = oc_makeloops_find(lowering, OC_GLUE_FIBRE, &unit->kernels[i]);
        if (fibre) // threads may wait
            oc_pragmas_forget(lowering->ir, fibre);
        oc_assertions_place(lowering->ir, oc_makeloops_body(lowering, &unit->kernels[i]));
        if (fibre && lowering->checks) {
            oc_checks_place(lowering->ir, &unit->kernels[i], fibre, &lowering->shared, true);
            oc_sharedplaces_size_dynamic(lowering->ir, fibre, false);
            oc_meets_place(lowering->ir, &unit->kernels[i], fibre);
        }
        if (fibre)
            oc_assertions_place(lowering->ir, fibre);
    }
    for (size_t i = 0; valid && i < unit->kernel_count; i++)
        valid = prepare_body(lowering, i);
    valid = valid && oc_ir_run(lowering->ir, lowering->ir->module, "always-inline", NULL);
    // Before functions become coroutines for one kernel, in which nothing shows that they wait.
    struct oc_rest *rests = OC_NEW_ARRAY(lowering->ir->arena, unit->kernel_count, struct oc_rest);
    for (size_t i = 0; valid && i < unit->kernel_count; i++)
        rests[i] =
            oc_callees_rest(&lowering->callees, oc_makeloops_body(lowering, &unit->kernels[i]));
    for (size_t i = 0; valid && i < unit->kernel_count; i++) {
        begin_remarks(lowering, &unit->kernels[i]);
        valid = oc_makeloops_run(lowering, i, rests[i]);
    }
    return valid;
}

bool oc_cpu_lower(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_cpu_kernel *kernels,
                  struct oc_missed *missed) {
    struct oc_makeloops lowering = {
        .missed = missed,
        .ir = ir,
        .unit = unit,
        .kernels = kernels,
        .codes = OC_NEW_ARRAY(ir->arena, unit->kernel_count + 1, struct oc_kernel_code),
        .callees = oc_callees_begin(ir, unit, kernels),
        .shared = {.arena = ir->arena},
        .checks = oc_checks_are_on(ir),
        .lane_arrays = {.arena = ir->arena},
        .choices = {.arena = ir->arena},
        .without_gathers = {.arena = ir->arena},
    };
    oc_shared_collect(ir, &lowering.shared);
    oc_shared_open_constants(ir, &lowering.shared);
    oc_annotations_drop_in_code(ir);
    for (size_t i = 0; i < lowering.shared.count; i++)
        oc_sharedplaces_note_users(lowering.shared.items[i], &lowering.callees.sharing);
    copy_targets(&lowering);
    // Kernels are inlined where they are to be; a pass that did it on its own would delete them.
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (kernels[i].body)
            oc_ir_remove_attribute(kernels[i].body, "alwaysinline");
    // Without bodies, the code that runs blocks is another object's (host.h).
    bool valid = !unit->kernel_count || !oc_makeloops_body(&lowering, &unit->kernels[0]) ||
                 lower_bodies(&lowering);
    oc_checks_drop(ir);
    struct oc_values bodies = {.arena = ir->arena};
    for (size_t i = 0; valid && i < unit->kernel_count; i++) {
        if (oc_makeloops_body(&lowering, &unit->kernels[i]))
            oc_values_add(&bodies, oc_makeloops_body(&lowering, &unit->kernels[i]));
        if (lowering.codes[i].whole)
            oc_values_add(&bodies, lowering.codes[i].whole);
    }
    oc_sharedplaces_finish(ir, &lowering.shared, &bodies);
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (kernels[i].body)
            oc_values_add(&bodies, kernels[i].body);
    oc_wideatomics_allow(ir, &bodies);
    oc_widevectors_allow(ir, &bodies);
    for (size_t i = 0; valid && i < unit->kernel_count; i++)
        if (oc_makeloops_body(&lowering, &unit->kernels[i]))
            place_body(&lowering, i);
    return valid;
}
