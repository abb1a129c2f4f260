#include "cpu/cpu.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/advance.h"
#include "cpu/analysis/body.h"
#include "cpu/analysis/order.h"
#include "cpu/analysis/regions.h"
#include "cpu/analysis/uniform.h"
#include "cpu/assertions.h"
#include "cpu/callees.h"
#include "cpu/checkedbody.h"
#include "cpu/fibres/coroutine.h"
#include "cpu/fibres/meets.h"
#include "cpu/groups.h"
#include "cpu/inlining.h"
#include "cpu/lanefunctions.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/threads.h"
#include "cpu/placebodies.h"
#include "cpu/pragmas.h"
#include "cpu/relax.h"
#include "cpu/returned.h"
#include "cpu/sharedplaces.h"
#include "cpu/simplify.h"
#include "cpu/tiles/inside.h"
#include "glue/names.h"
#include "glue/preamble.h"
#include "ir/annotations.h"
#include "ir/checkblocks.h"
#include "ir/checks.h"
#include "ir/sanitizers.h"
#include "ir/shared.h"
#include "ir/wideatomics.h"
#include "ir/widevectors.h"

#include <stdlib.h>
#include <string.h>

struct lowering {
    struct oc_ir *ir;
    const struct oc_unit *unit;
    const struct oc_cpu_kernel *kernels;
    struct oc_callees callees;
    struct oc_values shared;      // variables
    bool checks;                  // -foffload-check (ir/checks.h)
    struct oc_values lane_arrays; // variables of the code for groups of lanes (groupsteps.h)
    LLVMValueRef *directs;        // of each kernel: its direct code (tiles/choose.h), or NULL
    LLVMValueRef *wholes;         // of each kernel: its body with all checks, if there are two
    struct oc_groups *groups;     // of each kernel: its code for groups of lanes
    struct oc_groups *others;     // of each kernel: that for groups in blocks of other sizes
    LLVMValueRef *copies;         // of each kernel: a copy of its body with lane functions, or NULL
    struct oc_values choices;     // functions that choose the code for groups at run time
    struct oc_missed *missed;
    const unsigned *innermost; // of the kernel being lowered: the dimension that all its functions
                               // have innermost; NULL: each has its own
};

static LLVMValueRef find_kernel_function(const struct lowering *lowering, const char *prefix,
                                         const struct oc_kernel *kernel) {
    return oc_inlining_find(lowering->ir, prefix, kernel);
}

static LLVMValueRef find_body(const struct lowering *lowering, const struct oc_kernel *kernel) {
    return find_kernel_function(lowering, OC_GLUE_BODY, kernel);
}

// Fills in the kernel's frame, which then no longer names the fibre function.
static void set_frame(const struct lowering *lowering, const struct oc_kernel *kernel,
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

// Fibres are for kernels with barriers, and for ThreadSanitizer, for which each thread has its own
// stack (src/runtime/launch/race.c).
static void drop_fibres(const struct lowering *lowering) {
    for (size_t i = 0; i < lowering->unit->kernel_count; i++) {
        LLVMValueRef fibre =
            find_kernel_function(lowering, OC_GLUE_FIBRE, &lowering->unit->kernels[i]);
        LLVMValueRef body = find_body(lowering, &lowering->unit->kernels[i]);
        set_frame(lowering, &lowering->unit->kernels[i], (struct oc_frame){0}, true);
        if (fibre)
            LLVMSetLinkage(fibre, LLVMInternalLinkage);
        if (fibre && !oc_callees_wait(&lowering->callees, body) &&
            !oc_ir_has_attribute(body, "sanitize_thread"))
            LLVMDeleteFunction(fibre);
    }
}

// ---- Loops -------------------------------------------------------------------------------------

static bool wants_coroutines(void) {
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
static bool make_loops(struct lowering *lowering, const struct oc_kernel *kernel,
                       const struct oc_body *body, struct oc_rest rest, bool barriers,
                       const struct oc_values *shared, unsigned lanes, struct oc_frame *frame) {
    struct oc_values privates = {.arena = lowering->ir->arena};
    oc_body_privates(body, &privates);
    bool is_watched = oc_sanitizers_watch(body->function);
    bool is_unoptimised = oc_ir_has_attribute(body->function, "optnone");
    if (barriers && (rest.waits || is_unoptimised || is_watched || wants_coroutines()))
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
        rest.asks, has_short_rows(kernel, innermost), innermost, lanes, kernel, lowering->missed};
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
static struct oc_frame lower_direct(struct lowering *lowering, size_t k, struct oc_rest rest) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_body body;
    struct oc_frame frame = {0};
    bool listens = lowering->missed->listens;
    if (!lowering->directs[k])
        return frame;
    lowering->missed->listens = false;
    oc_body_read(lowering->ir, lowering->directs[k], &body);
    bool barriers = oc_ir_find_call(lowering->directs[k], OC_NAME_BARRIER) != NULL;
    if (!make_loops(lowering, kernel, &body, rest, barriers, &lowering->shared, 0, &frame))
        LLVMReplaceAllUsesWith(lowering->directs[k], find_body(lowering, kernel));
    lowering->missed->listens = listens;
    frame.knows_block = true; // it is for blocks of one size
    frame.divisible = false;
    return frame;
}

// Makes loops of the code for groups of lanes: over lanes, and over groups (groups.h). It then runs
// what blocks it can in place of `code`. Where it has not the form for that, nothing is changed.
// Adds the memory that it needs to *frame. Returns false after a reported failure.
static bool lower_groups(struct lowering *lowering, size_t k, struct oc_rest rest,
                         struct oc_groups *groups, LLVMValueRef code, struct oc_frame *frame) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_body body;
    struct oc_frame of_lanes = {0}, of_groups = {0}, of_prefix = {0};
    bool listens = lowering->missed->listens, done = true;
    oc_groups_ask_first(lowering->ir, groups);
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
        made = make_loops(lowering, kernel, &body, rest, groups->waits, &lowering->shared, 0,
                          &of_groups);
    }
    if (made && groups->prefix.function) {
        oc_body_read(lowering->ir, groups->prefix.function, &body);
        made = make_loops(lowering, kernel, &body, rest, false, &lowering->shared, 0, &of_prefix);
    }
    lowering->missed->listens = listens;
    if (!made) {
        oc_groups_drop(groups);
        return done;
    }
    LLVMDeleteFunction(groups->of_lanes);
    groups->of_lanes = NULL;
    oc_groups_install(lowering->ir, groups, code, &lowering->choices);
    if (groups->are_any) // the last group has memory for all lanes
        of_groups.bytes += of_groups.bytes_per_thread;
    of_groups.bytes_per_thread = (of_groups.bytes_per_thread + groups->lanes - 1) / groups->lanes;
    of_groups.knows_block = true;
    of_groups.divisible = false;
    *frame = oc_nest_greater_frame(*frame, oc_nest_greater_frame(of_groups, of_prefix));
    return done;
}

static bool simplify_groups(struct lowering *lowering, size_t k, const struct oc_groups *groups) {
    const LLVMValueRef functions[] = {groups->of_lanes, groups->prefix.function};
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && functions[i]; i++) {
        if (!oc_simplify_begin(ir, kernel, functions[i]) || !oc_simplify_end(ir, functions[i]))
            return false;
        oc_returned_finish(ir, functions[i]);
        oc_body_isolate(ir, functions[i]);
    }
    return true;
}

static void drop_copy(struct lowering *lowering, size_t k) {
    if (lowering->copies[k])
        LLVMDeleteFunction(lowering->copies[k]);
    lowering->copies[k] = NULL;
}

static void take_place(struct lowering *lowering, LLVMValueRef of, LLVMValueRef function) {
    const char *name = oc_arena_printf(lowering->ir->arena, "%s", oc_ir_name(of));
    LLVMReplaceAllUsesWith(of, function);
    LLVMDeleteFunction(of);
    LLVMSetValueName2(function, name, strlen(name));
}

// Makes code for groups in blocks of any size, if there are lane functions: it takes the place of a
// body of which no loops can be made. Adds the memory that it needs to *frame.
static bool lower_any(struct lowering *lowering, size_t k, struct oc_rest rest,
                      struct oc_frame *frame) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_groups *groups = &lowering->others[k];
    LLVMValueRef body = find_body(lowering, kernel);
    if (!lowering->copies[k])
        return true;
    const struct oc_groups_request request = {kernel, lowering->copies[k], false, true};
    bool valid =
        oc_groups_make(lowering->ir, &request, &lowering->shared, &lowering->lane_arrays, groups);
    drop_copy(lowering, k);
    if (!valid || !groups->of_lanes)
        return valid;
    bool listens = lowering->missed->listens;
    lowering->missed->listens = false;
    valid = simplify_groups(lowering, k, groups) &&
            oc_ir_run(lowering->ir, lowering->ir->module, "always-inline", NULL) &&
            lower_groups(lowering, k, rest, groups, body, frame);
    lowering->missed->listens = listens;
    if (valid && groups->of_groups)
        take_place(lowering, body, lowering->choices.items[lowering->choices.count - 1]);
    return valid;
}

static void make_fibres(struct lowering *lowering, const struct oc_body *body, LLVMValueRef fibre) {
    leave_what_was_entered(body);
    oc_threads_as_fibres(body, fibre);
    oc_sharedplaces_tell_fibres(lowering->ir, body->function);
}

// Makes loops of the body with all checks, once they have been made of the other. Returns whether
// its threads are fibres now: it does not have the form for loops.
static bool lower_whole(struct lowering *lowering, size_t k, struct oc_rest rest,
                        LLVMValueRef fibre, struct oc_frame *frame) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_body body;
    struct oc_frame own;
    bool listens = lowering->missed->listens;
    if (!lowering->wholes[k])
        return false;
    lowering->missed->listens = false;
    oc_body_read(lowering->ir, lowering->wholes[k], &body);
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
static void drop_whole(struct lowering *lowering, size_t k, LLVMValueRef body) {
    if (!lowering->wholes[k])
        return;
    LLVMReplaceAllUsesWith(lowering->wholes[k], body);
    LLVMDeleteFunction(lowering->wholes[k]);
    lowering->wholes[k] = NULL;
}

static bool lower_functions(struct lowering *lowering, size_t k, struct oc_rest rest) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    LLVMValueRef function = find_body(lowering, kernel);
    LLVMValueRef fibre = find_kernel_function(lowering, OC_GLUE_FIBRE, kernel);
    struct oc_body body;
    struct oc_groups *groups = &lowering->groups[k];
    struct oc_frame others = {0}, frame;
    LLVMValueRef direct = lowering->directs[k];
    if (groups->of_lanes &&
        !lower_groups(lowering, k, rest, groups, direct ? direct : function, &others))
        return false;
    // Afterwards, because the code for groups is installed where the direct code is called.
    others = oc_nest_greater_frame(lower_direct(lowering, k, rest), others);
    bool has_others = lowering->directs[k] || groups->of_groups;
    oc_body_read(lowering->ir, function, &body);
    // The fibre exists: there are barriers.
    if (make_loops(lowering, kernel, &body, rest, fibre != NULL, &lowering->shared, 0, &frame)) {
        bool has_fibres = lower_whole(lowering, k, rest, fibre, &frame);
        drop_copy(lowering, k);
        set_frame(lowering, kernel, has_others ? oc_nest_greater_frame(frame, others) : frame,
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
    if (lowering->others[k].of_groups) {
        set_frame(lowering, kernel, others, rest.polls);
        LLVMDeleteFunction(fibre);
        return true;
    }
    if (!fibre) {
        oc_report(lowering->ir->diag, OC_ERROR, kernel->place, NULL,
                  "internal error: kernel '%s' has no loops; please report this", kernel->name);
        return false;
    }
    if (has_others)
        set_frame(lowering, kernel, others, true);
    else
        oc_missed_say(lowering->missed, NULL,
                      "it cannot be shown that all threads of a block meet the same barriers");
    make_fibres(lowering, &body, fibre);
    return oc_coroutine_make(lowering->ir, kernel, fibre);
}

// If a kernel has a function for some blocks and another for the others, both number the blocks in
// the same way.
static bool lower_body(struct lowering *lowering, size_t k, struct oc_rest rest) {
    LLVMValueRef function = find_body(lowering, &lowering->unit->kernels[k]);
    LLVMValueRef chooses =
        lowering->wholes[k] ? oc_checkblocks_function(lowering->ir, function) : NULL;
    struct oc_body body;
    unsigned innermost = 0;
    if (chooses && !lowering->directs[k] && !lowering->groups[k].of_lanes) {
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

// Makes the kernel's direct code, if it can have such code.
static bool make_direct(struct lowering *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    LLVMValueRef body = find_body(lowering, kernel),
                 blocks = find_kernel_function(lowering, OC_GLUE_BLOCKS, kernel);
    if (lowering->directs[k] || wants_coroutines() ||
        !oc_inside_make(ir, kernel, body, blocks, &lowering->shared))
        return true;
    lowering->directs[k] = body;
    return oc_ir_run_on_function(
        ir, body, "early-cse,instcombine<no-verify-fixpoint>,adce,simplifycfg,adce", NULL);
}

// Makes the kernel's code for groups of lanes, if it has lane functions: for blocks in which no
// thread returns, if there is code for such blocks.
static bool make_groups(struct lowering *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_groups *groups = &lowering->groups[k];
    struct oc_ir *ir = lowering->ir;
    LLVMValueRef direct = lowering->directs[k], body = find_body(lowering, kernel);
    const struct oc_groups_request request = {kernel, direct ? direct : body, lowering->checks,
                                              false};
    return wants_coroutines() ||
           (oc_groups_make(ir, &request, &lowering->shared, &lowering->lane_arrays, groups) &&
            simplify_groups(lowering, k, groups));
}

// Replaces lane functions, if there are any, by other code.
static bool replace_lanes(struct lowering *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    if (!oc_lanefunctions_are_in(ir, find_body(lowering, kernel)))
        return true;
    if (!make_direct(lowering, k) || !make_groups(lowering, k))
        return false;
    if (!lowering->checks && !wants_coroutines())
        lowering->copies[k] = oc_groups_copy(find_body(lowering, kernel));
    oc_lanefunctions_expand(ir, find_body(lowering, kernel), &lowering->shared);
    if (lowering->directs[k])
        oc_lanefunctions_expand(ir, lowering->directs[k], &lowering->shared);
    return oc_simplify_begin(ir, kernel, find_body(lowering, kernel));
}

// Places the checks of -foffload-check, if it is on.
static bool place_checks(struct lowering *lowering, size_t k, bool plain) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    LLVMValueRef blocks = find_kernel_function(lowering, OC_GLUE_BLOCKS, kernel);
    return !lowering->checks ||
           oc_checkedbody_place(lowering->ir, kernel, find_body(lowering, kernel),
                                plain || wants_coroutines() ? NULL : blocks, &lowering->shared,
                                plain, &lowering->wholes[k]);
}

// Has threads that return before others wait go on with them.
static bool let_go_on(struct lowering *lowering, LLVMValueRef body) {
    bool changed;
    bool done =
        oc_returned_go_on(lowering->ir, body, lowering->checks, &lowering->shared, &changed);
    oc_returned_finish(lowering->ir, body);
    return done;
}

static bool simplify(struct lowering *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    if (!place_checks(lowering, k, false) ||
        !oc_simplify_begin(ir, kernel, find_body(lowering, kernel)))
        return false;
    oc_relax_volatile(find_body(lowering, kernel), &lowering->shared);
    oc_pragmas_forget(ir, find_body(lowering, kernel));
    if (lowering->wholes[k])
        oc_pragmas_forget(ir, lowering->wholes[k]);
    bool has_lanes = oc_lanefunctions_are_in(ir, find_body(lowering, kernel));
    LLVMValueRef whole = lowering->wholes[k];
    return replace_lanes(lowering, k) && make_direct(lowering, k) &&
           (!lowering->directs[k] || oc_simplify_end(ir, lowering->directs[k])) &&
           oc_simplify_end(ir, find_body(lowering, kernel)) &&
           (!whole || oc_checkedbody_simplify(ir, kernel, whole, &lowering->shared)) &&
           (has_lanes || (let_go_on(lowering, find_body(lowering, kernel)) &&
                          (!whole || let_go_on(lowering, whole))));
}

static bool prepare_body(struct lowering *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    struct oc_ir *ir = lowering->ir;
    LLVMValueRef body = find_body(lowering, kernel);
    bool is_plain = oc_ir_has_attribute(body, "optnone") || oc_sanitizers_watch(body);
    bool prepared = is_plain || simplify(lowering, k);
    if (is_plain)
        prepared = place_checks(lowering, k, true);
    oc_body_isolate(ir, find_body(lowering, kernel));
    if (lowering->wholes[k])
        oc_body_isolate(ir, lowering->wholes[k]);
    if (lowering->directs[k])
        oc_body_isolate(ir, lowering->directs[k]);
    return prepared;
}

// A body that a sanitizer watches is not inlined. LLVM would join equal accesses of two copies in
// one function, and the sanitizer's report could not name their line.
static void place_body(struct lowering *lowering, size_t k) {
    const struct oc_kernel *kernel = &lowering->unit->kernels[k];
    LLVMValueRef body = find_body(lowering, kernel);
    if (oc_sanitizers_watch(body)) {
        oc_ir_remove_attribute(body, "alwaysinline");
        oc_ir_add_attribute(lowering->ir, body, "noinline");
        return;
    }
    if (oc_ir_has_attribute(body, "optnone"))
        return;
    LLVMValueRef direct = lowering->directs[k], of_groups = lowering->groups[k].of_groups;
    struct oc_values bodies = {.arena = lowering->ir->arena};
    oc_values_add(&bodies, body);
    if (of_groups)
        oc_values_add(&bodies, of_groups);
    if (lowering->others[k].of_groups)
        oc_values_add(&bodies, lowering->others[k].of_groups);
    for (size_t i = 0; i < lowering->choices.count; i++)
        oc_values_add(&bodies, lowering->choices.items[i]);
    if (direct)
        oc_values_add(&bodies, direct);
    LLVMUseRef use = direct ? LLVMGetFirstUse(direct) : NULL;
    if (use) // in the function that chooses
        oc_placebodies_place(lowering->ir,
                             LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(use))),
                             &bodies);
    oc_placebodies_place(lowering->ir, find_kernel_function(lowering, OC_GLUE_BLOCKS, kernel),
                         &bodies);
}

static void copy_targets(const struct lowering *lowering) {
    static const char *const prefixes[] = {OC_GLUE_THREAD, OC_GLUE_BODY, OC_GLUE_FIBRE,
                                           OC_GLUE_BLOCKS};
    for (size_t i = 0; i < lowering->unit->kernel_count; i++)
        for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++)
            oc_ir_copy_target(
                lowering->kernels[i].body,
                find_kernel_function(lowering, prefixes[p], &lowering->unit->kernels[i]));
}

// Says why the threads of a kernel run one after the other, if that is so throughout. Then nothing
// more is to be said of it.
static void begin_remarks(struct lowering *lowering, const struct oc_kernel *kernel) {
    LLVMValueRef body = find_body(lowering, kernel);
    oc_missed_begin(lowering->missed, kernel);
    if (!oc_ir_has_attribute(body, "optnone") && !oc_sanitizers_watch(body))
        return;
    oc_missed_say(lowering->missed, NULL, "the code is not optimised, or a sanitizer watches it");
    lowering->missed->listens = false;
}

static bool lower_bodies(struct lowering *lowering) {
    const struct oc_unit *unit = lowering->unit;
    drop_fibres(lowering);
    const struct oc_inlining inlining = {lowering->ir, unit, lowering->kernels, &lowering->callees,
                                         lowering->checks};
    bool valid = oc_inlining_run(&inlining) && oc_lanefunctions_agree(lowering->ir);
    for (size_t i = 0; valid && i < unit->kernel_count; i++) {
        LLVMValueRef fibre = find_kernel_function(lowering, OC_GLUE_FIBRE, &unit->kernels[i]);
        if (fibre) // threads may wait
            oc_pragmas_forget(lowering->ir, fibre);
        oc_assertions_place(lowering->ir, find_body(lowering, &unit->kernels[i]));
        if (fibre && lowering->checks) {
            oc_checks_place(lowering->ir, &unit->kernels[i], fibre, &lowering->shared, true);
            oc_sharedplaces_size_dynamic(lowering->ir, fibre, false);
            oc_meets_place(lowering->ir, &unit->kernels[i], fibre);
        }
        if (fibre)
            oc_assertions_place(lowering->ir, fibre);
    }
    lowering->directs = OC_NEW_ARRAY(lowering->ir->arena, unit->kernel_count + 1, LLVMValueRef);
    lowering->wholes = OC_NEW_ARRAY(lowering->ir->arena, unit->kernel_count + 1, LLVMValueRef);
    lowering->groups = OC_NEW_ARRAY(lowering->ir->arena, unit->kernel_count + 1, struct oc_groups);
    lowering->others = OC_NEW_ARRAY(lowering->ir->arena, unit->kernel_count + 1, struct oc_groups);
    lowering->copies = OC_NEW_ARRAY(lowering->ir->arena, unit->kernel_count + 1, LLVMValueRef);
    for (size_t i = 0; valid && i < unit->kernel_count; i++)
        valid = prepare_body(lowering, i);
    valid = valid && oc_ir_run(lowering->ir, lowering->ir->module, "always-inline", NULL);
    // Before functions become coroutines for one kernel, in which nothing shows that they wait.
    struct oc_rest *rests = OC_NEW_ARRAY(lowering->ir->arena, unit->kernel_count, struct oc_rest);
    for (size_t i = 0; valid && i < unit->kernel_count; i++)
        rests[i] = oc_callees_rest(&lowering->callees, find_body(lowering, &unit->kernels[i]));
    for (size_t i = 0; valid && i < unit->kernel_count; i++) {
        begin_remarks(lowering, &unit->kernels[i]);
        valid = lower_body(lowering, i, rests[i]);
    }
    return valid;
}

bool oc_cpu_lower(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_cpu_kernel *kernels,
                  struct oc_missed *missed) {
    struct lowering lowering = {
        .missed = missed,
        .ir = ir,
        .unit = unit,
        .kernels = kernels,
        .callees = oc_callees_begin(ir, unit, kernels),
        .shared = {.arena = ir->arena},
        .checks = oc_checks_are_on(ir),
        .lane_arrays = {.arena = ir->arena},
        .choices = {.arena = ir->arena},
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
    bool valid =
        !unit->kernel_count || !find_body(&lowering, &unit->kernels[0]) || lower_bodies(&lowering);
    oc_checks_drop(ir);
    struct oc_values bodies = {.arena = ir->arena};
    for (size_t i = 0; valid && i < unit->kernel_count; i++) {
        if (find_body(&lowering, &unit->kernels[i]))
            oc_values_add(&bodies, find_body(&lowering, &unit->kernels[i]));
        if (lowering.wholes && lowering.wholes[i])
            oc_values_add(&bodies, lowering.wholes[i]);
    }
    oc_sharedplaces_finish(ir, &lowering.shared, &bodies);
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (kernels[i].body)
            oc_values_add(&bodies, kernels[i].body);
    oc_wideatomics_allow(ir, &bodies);
    oc_widevectors_allow(ir, &bodies);
    for (size_t i = 0; valid && i < unit->kernel_count; i++)
        if (find_body(&lowering, &unit->kernels[i]))
            place_body(&lowering, i);
    return valid;
}
