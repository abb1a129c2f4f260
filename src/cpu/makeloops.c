#include "cpu/makeloops.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/advance.h"
#include "cpu/analysis/body.h"
#include "cpu/analysis/gathers.h"
#include "cpu/analysis/order.h"
#include "cpu/analysis/regions.h"
#include "cpu/analysis/uniform.h"
#include "cpu/fibres/coroutine.h"
#include "cpu/groupchoice.h"
#include "cpu/inlining.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/threads.h"
#include "cpu/readorder.h"
#include "cpu/relax.h"
#include "cpu/returned.h"
#include "cpu/sharedplaces.h"
#include "cpu/simplify.h"
#include "glue/names.h"
#include "glue/preamble.h"
#include "ir/checkblocks.h"
#include "ir/sanitizers.h"

#include <stdlib.h>
#include <string.h>

LLVMValueRef oc_makeloops_find(const struct oc_makeloops *lowering, const char *prefix,
                               const struct oc_kernel *kernel) {
    return oc_inlining_find(lowering->ir, prefix, kernel);
}

LLVMValueRef oc_makeloops_body(const struct oc_makeloops *lowering,
                               const struct oc_kernel *kernel) {
    return oc_makeloops_find(lowering, OC_GLUE_BODY, kernel);
}

void oc_makeloops_set_frame(const struct oc_makeloops *lowering, const struct oc_kernel *kernel,
                            struct oc_frame frame, bool polls) {
    enum { FIELDS = 4 };
    unsigned variants = (unsigned)frame.knows_block | __offloadcc_frame_apart |
                        (polls ? __offloadcc_frame_polls : 0) |
                        (frame.divisible ? __offloadcc_frame_divisible : 0) |
                        (frame.strides ? __offloadcc_frame_strides : 0);
    const char *name = oc_arena_printf(lowering->ir->arena, OC_GLUE_FRAME "%s", kernel->name);
    LLVMValueRef variable = LLVMGetNamedGlobal(lowering->ir->module, name);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(lowering->ir->context);
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    LLVMValueRef values[FIELDS] = {
        LLVMConstInt(i64, frame.bytes, false), LLVMConstInt(i64, frame.bytes_per_thread, false),
        LLVMConstInt(i64, variants, false),
        LLVMConstNull(LLVMPointerTypeInContext(lowering->ir->context, 0))};
    LLVMSetInitializer(variable, LLVMGetStructName(type)
                                     ? LLVMConstNamedStruct(type, values, FIELDS)
                                     : LLVMConstStructInContext(lowering->ir->context, values,
                                                                FIELDS, LLVMIsPackedStruct(type)));
    LLVMSetGlobalConstant(variable, true);
}

// ---- Loops -------------------------------------------------------------------------------------

bool oc_makeloops_wants_coroutines(void) {
    const char *choice = getenv("OFFLOADCC_CPU_THREADS");
    return choice && strcmp(choice, "coroutines") == 0;
}

// The call may name what enter returned by a load in the thread's code.
static void leave_what_was_entered(const struct oc_body *body) {
    if (body->leave)
        LLVMSetOperand(body->leave, 0, body->enter);
}

static void remove_enter_and_leave(const struct oc_body *body) {
    if (body->leave)
        LLVMInstructionEraseFromParent(body->leave);
    LLVMReplaceAllUsesWith(body->enter, LLVMConstNull(LLVMTypeOf(body->enter)));
    LLVMInstructionEraseFromParent(body->enter);
}

// Whether all blocks that launches name have several rows of few threads.
static bool has_short_rows(const struct oc_kernel *kernel, unsigned innermost) {
    enum { FEW_THREADS = 32, SEVERAL_ROWS = 4 };
    bool has = kernel->block_size_count > 0;
    for (size_t i = 0; i < kernel->block_size_count; i++) {
        const unsigned int *size = kernel->block_sizes[i];
        unsigned threads = size[0] * size[1] * size[2], length = size[innermost];
        has = has && length <= FEW_THREADS && threads >= SEVERAL_ROWS * length;
    }
    return has;
}

// The dimension that the innermost loop is to run over.
static unsigned find_innermost(const struct oc_body *body, struct oc_rest rest) {
    bool is_free = !oc_body_has_barriers(body) && !rest.asks && !rest.polls &&
                   !oc_sanitizers_watch(body->function) &&
                   !oc_ir_has_attribute(body->function, "optnone");
    return is_free ? oc_order_innermost(body) : 0;
}

// Whether loops were made, and what memory they need; else nothing was changed. `barriers`: there
// are some. `shared`: the variables that all threads in the loops share. `lanes`: if a block is one
// group of lanes, their number, else 0.
static bool make_loops(struct oc_makeloops *lowering, const struct oc_kernel *kernel,
                       const struct oc_body *body, struct oc_rest rest, bool barriers,
                       const struct oc_values *shared, unsigned lanes, struct oc_frame *frame) {
    struct oc_values privates = {.arena = lowering->ir->arena};
    oc_body_privates(body, &privates);
    bool is_watched = oc_sanitizers_watch(body->function);
    bool is_unoptimised = oc_ir_has_attribute(body->function, "optnone");
    if (barriers && (rest.waits || is_unoptimised || is_watched || oc_makeloops_wants_coroutines()))
        return false;
    if (oc_body_has_barriers(body) && !oc_carry_possible(&privates))
        return false;
    struct oc_uniform uniform;
    struct oc_regions regions;
    unsigned innermost = lowering->innermost ? *lowering->innermost : find_innermost(body, rest);
    oc_order_exchange(body, innermost);
    oc_uniform_analyze(body, &privates, &uniform);
    if (!is_unoptimised && !is_watched && oc_advance_alike(body, &uniform))
        oc_uniform_analyze(body, &privates, &uniform);
    if (!oc_regions_form(body, &uniform, oc_bits_make(body->ir->arena, body->count), &regions))
        return false;
    struct oc_values places = {.arena = lowering->ir->arena};
    if (!is_watched)
        oc_sharedplaces_make(lowering->ir, shared, body->function, &places);
    const struct oc_threads_request request = {
        rest.asks,       has_short_rows(kernel, innermost),  innermost,
        lanes,           lowering->of_groups && !rest.polls, kernel,
        lowering->missed};
    if (!oc_gathers_are_useful(body, &uniform))
        oc_values_add(&lowering->without_gathers, body->function);
    *frame = oc_threads_build(body, &uniform, &regions, &privates, &request);
    for (size_t i = 0; i < places.count; i++)
        oc_relax_atomics(lowering->ir, places.items[i]);
    if (!is_watched)
        oc_relax_loaded(lowering->ir, LLVMGetParam(body->function, OC_BODY_MEMORY));
    if (rest.asks)
        leave_what_was_entered(body);
    else
        remove_enter_and_leave(body);
    return true;
}

// Makes loops of the direct code. Returns the memory that it needs. Where there are no loops, the
// other code takes its place.
static struct oc_frame lower_direct(struct oc_makeloops *lowering, size_t k, struct oc_rest rest) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_body body;
    struct oc_frame frame = {0};
    bool listens = lowering->missed->listens;
    if (!lowering->codes[k].direct)
        return frame;
    lowering->missed->listens = false;
    oc_body_read(lowering->ir, lowering->codes[k].direct, &body);
    bool barriers = oc_ir_find_call(lowering->codes[k].direct, OC_NAME_BARRIER) != NULL;
    if (!make_loops(lowering, kernel, &body, rest, barriers, &lowering->shared, 0, &frame))
        LLVMReplaceAllUsesWith(lowering->codes[k].direct, oc_makeloops_body(lowering, kernel));
    lowering->missed->listens = listens;
    frame.knows_block = true; // it is for blocks of one size
    frame.divisible = false;
    return frame;
}

// Makes additions of LLVM's `or disjoint`: of `(32 | x) - 32`, LLVM would make `x & -33` where x
// has become a loop's counter, and see no neighbours in that.
static void restore_additions(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values sums = {.arena = ir->arena};
    oc_edit_collect(&edit, function, LLVMOr, &sums);
    for (size_t i = 0; i < sums.count; i++) {
        if (!LLVMGetIsDisjoint(sums.items[i]))
            continue;
        oc_edit_before(&edit, sums.items[i]);
        LLVMValueRef sum = LLVMBuildAdd(edit.builder, LLVMGetOperand(sums.items[i], 0),
                                        LLVMGetOperand(sums.items[i], 1), "");
        LLVMSetNUW(sum, true);
        LLVMSetNSW(sum, true);
        LLVMReplaceAllUsesWith(sums.items[i], sum);
        LLVMInstructionEraseFromParent(sums.items[i]);
    }
    oc_edit_end(&edit);
}

// Makes loops of the code for groups of lanes: over lanes, and over groups (groups.h). It then runs
// what blocks it can in place of `code`. Where it has not the form for that, nothing is changed.
// Adds the memory that it needs to *frame. Returns false after a reported failure.
static bool lower_groups(struct oc_makeloops *lowering, size_t k, struct oc_rest rest,
                         struct oc_groups *groups, LLVMValueRef code, struct oc_frame *frame) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_body body;
    struct oc_frame of_lanes = {0}, of_groups = {0}, of_prefix = {0}, of_counts = {0};
    bool listens = lowering->missed->listens, done = true;
    oc_groups_ask_first(lowering->ir, groups);
    restore_additions(lowering->ir, groups->of_lanes);
    oc_body_read(lowering->ir, groups->of_lanes, &body);
    // Without a way to its end, blocks that have such groups always fail, as by an assertion.
    bool made = body.leave && !rest.asks && oc_groups_keep_barriers(&body) &&
                make_loops(lowering, kernel, &body, rest, true, &lowering->lane_arrays,
                           groups->lanes, &of_lanes);
    if (made) {
        lowering->missed->listens = false;
        size_t bytes =
            __offloadcc_frame_start + of_lanes.bytes + of_lanes.bytes_per_thread * groups->lanes;
        done = oc_groups_put_together(lowering->ir, bytes, groups);
        made = done && groups->of_groups;
    }
    if (made) {
        oc_body_read(lowering->ir, groups->of_groups, &body);
        lowering->of_groups = true;
        made = make_loops(lowering, kernel, &body, rest, groups->waits, &lowering->shared, 0,
                          &of_groups);
        lowering->of_groups = false;
    }
    if (made && groups->prefix.function) {
        oc_body_read(lowering->ir, groups->prefix.function, &body);
        made = make_loops(lowering, kernel, &body, rest, false, &lowering->shared, 0, &of_prefix);
        of_prefix.strides |= groups->prefix.turns > 0;
    }
    if (made && groups->counts.function) {
        oc_body_read(lowering->ir, groups->counts.function, &body);
        lowering->of_groups = true;
        made = make_loops(lowering, kernel, &body, rest, false, &lowering->shared, 0, &of_counts);
        lowering->of_groups = false;
        oc_groupcounts_relax(lowering->ir, groups->counts.function);
        oc_groupcounts_relax(lowering->ir, groups->of_groups);
    }
    lowering->missed->listens = listens;
    if (!made) {
        oc_groups_drop(groups);
        return done;
    }
    LLVMDeleteFunction(groups->of_lanes);
    groups->of_lanes = NULL;
    oc_groupchoice_install(lowering->ir, groups, code, &lowering->choices);
    of_groups = oc_nest_greater_frame(of_groups, of_counts);
    if (groups->are_any) // the last group has memory for all lanes
        of_groups.bytes += of_groups.bytes_per_thread;
    of_groups.bytes_per_thread = (of_groups.bytes_per_thread + groups->lanes - 1) / groups->lanes;
    of_groups.knows_block = true;
    of_groups.divisible = false;
    *frame = oc_nest_greater_frame(*frame, oc_nest_greater_frame(of_groups, of_prefix));
    return done;
}

bool oc_makeloops_simplify_groups(struct oc_makeloops *lowering, size_t k,
                                  const struct oc_groups *groups) {
    const LLVMValueRef functions[] = {groups->of_lanes, groups->prefix.function};
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && functions[i]; i++) {
        if (!oc_simplify_begin(ir, kernel, functions[i]) || !oc_simplify_end(ir, functions[i]))
            return false;
        if (functions[i] == groups->prefix.function && groups->prefix.turns)
            oc_readorder_part_turns(ir, functions[i]);
        oc_returned_finish(ir, functions[i]);
        oc_body_isolate(ir, functions[i]);
    }
    return true;
}

static void drop_copy(struct oc_makeloops *lowering, size_t k) {
    if (lowering->codes[k].copy)
        LLVMDeleteFunction(lowering->codes[k].copy);
    lowering->codes[k].copy = NULL;
}

static void take_place(struct oc_makeloops *lowering, LLVMValueRef of, LLVMValueRef function) {
    const char *name = oc_arena_printf(lowering->ir->arena, "%s", oc_ir_name(of));
    LLVMReplaceAllUsesWith(of, function);
    LLVMDeleteFunction(of);
    LLVMSetValueName2(function, name, strlen(name));
}

// Makes code for groups in blocks of any size, if there are lane functions: it takes the place of a
// body of which no loops can be made. Adds the memory that it needs to *frame.
static bool lower_any(struct oc_makeloops *lowering, size_t k, struct oc_rest rest,
                      struct oc_frame *frame) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_groups *groups = &lowering->codes[k].of_any;
    LLVMValueRef body = oc_makeloops_body(lowering, kernel);
    if (!lowering->codes[k].copy)
        return true;
    const struct oc_groups_request request = {kernel, lowering->codes[k].copy, false, true};
    bool valid =
        oc_groups_make(lowering->ir, &request, &lowering->shared, &lowering->lane_arrays, groups);
    drop_copy(lowering, k);
    if (!valid || !groups->of_lanes)
        return valid;
    bool listens = lowering->missed->listens;
    lowering->missed->listens = false;
    valid = oc_makeloops_simplify_groups(lowering, k, groups) &&
            oc_ir_run(lowering->ir, lowering->ir->module, "always-inline", NULL) &&
            lower_groups(lowering, k, rest, groups, body, frame);
    lowering->missed->listens = listens;
    if (valid && groups->of_groups)
        take_place(lowering, body, lowering->choices.items[lowering->choices.count - 1]);
    return valid;
}

static void make_fibres(struct oc_makeloops *lowering, const struct oc_body *body,
                        LLVMValueRef fibre) {
    leave_what_was_entered(body);
    oc_threads_as_fibres(body, fibre);
    oc_sharedplaces_tell_fibres(lowering->ir, body->function);
}

// Makes loops of the body with all checks, once they have been made of the other. Returns whether
// its threads are fibres now: it does not have the form for loops.
static bool lower_whole(struct oc_makeloops *lowering, size_t k, struct oc_rest rest,
                        LLVMValueRef fibre, struct oc_frame *frame) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_body body;
    struct oc_frame own;
    bool listens = lowering->missed->listens;
    if (!lowering->codes[k].whole)
        return false;
    lowering->missed->listens = false;
    oc_body_read(lowering->ir, lowering->codes[k].whole, &body);
    bool made =
        make_loops(lowering, kernel, &body, rest, fibre != NULL, &lowering->shared, 0, &own);
    lowering->missed->listens = listens;
    if (made) {
        *frame = oc_nest_greater_frame(*frame, own);
        return false;
    }
    make_fibres(lowering, &body, fibre);
    return true;
}

// The body with all checks is not needed where the other, too, is fibres, which have all checks.
static void drop_whole(struct oc_makeloops *lowering, size_t k, LLVMValueRef body) {
    if (!lowering->codes[k].whole)
        return;
    LLVMReplaceAllUsesWith(lowering->codes[k].whole, body);
    LLVMDeleteFunction(lowering->codes[k].whole);
    lowering->codes[k].whole = NULL;
}

static bool lower_functions(struct oc_makeloops *lowering, size_t k, struct oc_rest rest) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    LLVMValueRef function = oc_makeloops_body(lowering, kernel);
    LLVMValueRef fibre = oc_makeloops_find(lowering, OC_GLUE_FIBRE, kernel);
    struct oc_body body;
    struct oc_groups *groups = &lowering->codes[k].groups;
    struct oc_frame others = {0}, frame;
    LLVMValueRef direct = lowering->codes[k].direct;
    if (groups->of_lanes &&
        !lower_groups(lowering, k, rest, groups, direct ? direct : function, &others))
        return false;
    // Afterwards, because the code for groups is installed where the direct code is called.
    others = oc_nest_greater_frame(lower_direct(lowering, k, rest), others);
    bool has_others = lowering->codes[k].direct || groups->of_groups;
    oc_body_read(lowering->ir, function, &body);
    // The fibre exists: there are barriers.
    if (make_loops(lowering, kernel, &body, rest, fibre != NULL, &lowering->shared, 0, &frame)) {
        bool has_fibres = lower_whole(lowering, k, rest, fibre, &frame);
        drop_copy(lowering, k);
        oc_makeloops_set_frame(lowering, kernel,
                               has_others ? oc_nest_greater_frame(frame, others) : frame,
                               rest.polls);
        if (has_fibres)
            return oc_coroutine_make(lowering->ir, kernel, fibre);
        if (fibre)
            LLVMDeleteFunction(fibre);
        return true;
    }
    drop_whole(lowering, k, function);
    if (!lower_any(lowering, k, rest, &others))
        return false;
    if (lowering->codes[k].of_any.of_groups) {
        oc_makeloops_set_frame(lowering, kernel, others, rest.polls);
        LLVMDeleteFunction(fibre);
        return true;
    }
    if (!fibre) {
        oc_report(lowering->ir->diag, OC_ERROR, kernel->place, NULL,
                  "internal error: kernel '%s' has no loops; please report this", kernel->name);
        return false;
    }
    if (has_others)
        oc_makeloops_set_frame(lowering, kernel, others, true);
    else
        oc_missed_say(lowering->missed, NULL,
                      "it cannot be shown that all threads of a block meet the same barriers");
    make_fibres(lowering, &body, fibre);
    return oc_coroutine_make(lowering->ir, kernel, fibre);
}

// If a kernel has a function for some blocks and another for the others, both number the blocks in
// the same way.
bool oc_makeloops_run(struct oc_makeloops *lowering, size_t k, struct oc_rest rest) {
    LLVMValueRef function = oc_makeloops_body(lowering, &lowering->unit->kernels[k]);
    LLVMValueRef chooses =
        lowering->codes[k].whole ? oc_checkblocks_function(lowering->ir, function) : NULL;
    struct oc_body body;
    unsigned innermost = 0;
    if (chooses && !lowering->codes[k].direct && !lowering->codes[k].groups.of_lanes) {
        oc_body_read(lowering->ir, function, &body);
        innermost = find_innermost(&body, rest);
    }
    lowering->innermost = chooses ? &innermost : NULL;
    if (chooses)
        oc_checkblocks_set_fastest(lowering->ir, chooses, innermost);
    bool valid = lower_functions(lowering, k, rest);
    lowering->innermost = NULL;
    return valid;
}
