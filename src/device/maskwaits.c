#include "device/maskwaits.h"

#include "base/names.h"
#include "cpu/awaits.h"
#include "cpu/lanepaths.h"
#include "device/barriers.h"
#include "device/heads.h"
#include "device/lanecalls.h"
#include "device/structure.h"
#include "ir/edit.h"

struct view {
    struct oc_awaits_view of_awaits;
    struct oc_ir *ir;
    struct oc_heads *heads;
};

static bool parts_lanes(const struct oc_awaits_view *view, LLVMBasicBlockRef block) {
    return oc_heads_of(((const struct view *)view)->heads, LLVMGetBasicBlockTerminator(block))
        .differs;
}

static bool has_barrier(const struct oc_awaits_view *view, LLVMBasicBlockRef block) {
    return oc_barriers_block_may_wait(((const struct view *)view)->ir, block);
}

// A call that waits, and how many loops are between it and the outermost one in whose turns lanes
// come to it.
struct wait {
    LLVMValueRef await;
    unsigned loops;
};

static LLVMValueRef announce(struct oc_edit *edit, LLVMValueRef call) {
    LLVMValueRef mask = LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
    oc_edit_before(edit, call);
    return oc_edit_call(edit, OC_NAME_AWAIT_LANES, LLVMVoidTypeInContext(edit->ir->context), &mask,
                        1);
}

// Finds the calls with masks whose lanes may come in different turns. Returns how many there are.
static size_t find_waits(struct oc_edit *edit, const struct oc_lowering *lowering,
                         LLVMValueRef function, const struct oc_values *calls, struct wait *out) {
    const struct view view = {
        {parts_lanes, has_barrier}, edit->ir, oc_heads_begin(edit->ir, lowering, function, false)};
    struct oc_loop_info *loops = oc_loops_read(function);
    size_t count = 0;
    for (size_t i = 0; i < calls->count; i++) {
        LLVMValueRef await = announce(edit, calls->items[i]);
        const struct oc_loop *last = oc_awaits_loop(loops, await, &view.of_awaits);
        const struct oc_loop *loop = oc_loops_around(loops, LLVMGetInstructionParent(await));
        if (!last) {
            LLVMInstructionEraseFromParent(await);
            continue;
        }
        out[count] = (struct wait){await, 0};
        for (; loop != last; loop = oc_loop_parent(loop))
            out[count].loops++;
        count++;
    }
    oc_loops_dispose(loops);
    return count;
}

static LLVMValueRef build_ballot(const struct oc_lanepaths *paths, struct oc_edit *edit,
                                 LLVMValueRef vote) {
    (void)paths;
    LLVMValueRef argument = LLVMBuildZExt(edit->builder, vote, edit->i32, "");
    return oc_lanecalls_build(edit->ir, edit->builder, OC_NAME_LANE "ballot", &argument, 1);
}

static void read_body(struct oc_ir *ir, LLVMValueRef function, struct oc_body *out) {
    LLVMBasicBlockRef end = LLVMGetLastBasicBlock(function);
    OC_EACH_BLOCK (block, function)
        if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)))
            end = block;
    oc_body_between(ir, function, LLVMGetEntryBasicBlock(function), end, out);
    for (size_t i = 0; i < out->count; i++)
        out->nodes[i].barrier = oc_barriers_block_may_wait(ir, out->nodes[i].block);
}

// Finds the smallest part that begins before a loop and contains it. Returns false if none does.
static bool find_part(const struct oc_body *body, const struct oc_loop *loop,
                      struct oc_lanepart *out) {
    LLVMBasicBlockRef before = oc_loop_preheader(loop);
    long entry = before ? oc_body_node(body, before) : OC_NO_NODE;
    if (entry == OC_NO_NODE)
        return false;
    struct oc_bits *post_dominators = oc_body_post_dominators(body);
    for (size_t end = (size_t)entry + 1; end < body->count; end++) {
        if (!oc_bits_test(post_dominators[entry], end) || oc_loop_has(loop, body->nodes[end].block))
            continue;
        struct oc_bits nodes = oc_body_reachable(body, (size_t)entry, end);
        for (size_t i = 0; i < body->count; i++) // where the program ends, others may come, too
            if (!body->nodes[i].next_count)
                oc_bits_clear(nodes, i);
        *out = (struct oc_lanepart){before, body->nodes[end].block, nodes};
        return oc_lanepaths_is_closed(body, nodes, (size_t)entry);
    }
    return false;
}

// Changes the loop around a call. Another call in it may have had it changed already.
static void join(struct oc_edit *edit, LLVMValueRef function, struct wait wait) {
    static const struct oc_lanepaths paths = {.ballot = build_ballot};
    struct oc_body body;
    struct oc_lanepart part;
    struct oc_loop_info *loops = oc_loops_read(function);
    const struct oc_loop *loop = oc_loops_around(loops, LLVMGetInstructionParent(wait.await));
    while (wait.loops-- > 0 && loop)
        loop = oc_loop_parent(loop);
    read_body(edit->ir, function, &body);
    bool found = loop && find_part(&body, loop, &part);
    oc_loops_dispose(loops);
    if (found)
        oc_lanepaths_join(&paths, edit, &body, part);
    else
        LLVMInstructionEraseFromParent(wait.await);
}

static bool is_in(LLVMValueRef function, LLVMValueRef await) {
    OC_EACH_BLOCK (block, function)
        if (oc_lanepaths_find_await(block) == await)
            return true;
    return false;
}

bool oc_maskwaits_are_in(LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_lanecalls_is_call(instruction) && oc_lanecalls_has_mask(instruction))
                return true;
    return false;
}

static bool is_recursive(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values reachable = {.arena = ir->arena};
    oc_ir_collect_reachable(function, &reachable);
    return oc_values_contain(&reachable, function);
}

static void add_callers(LLVMValueRef function, struct oc_values *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || oc_ir_callee(user) != function)
            continue;
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (!oc_values_contain(out, caller))
            oc_values_add(out, caller);
    }
}

void oc_maskwaits_inline(struct oc_ir *ir) {
    struct oc_values functions = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module)
        if (!LLVMIsDeclaration(function) && !oc_lanecalls_is_among(function) &&
            oc_maskwaits_are_in(function))
            oc_values_add(&functions, function);
    for (size_t i = 0; i < functions.count; i++) {
        LLVMValueRef function = functions.items[i];
        add_callers(function, &functions);
        if (LLVMGetLinkage(function) != LLVMInternalLinkage || is_recursive(ir, function))
            continue;
        oc_ir_remove_attribute(function, "optnone");
        oc_ir_remove_attribute(function, "noinline");
        oc_ir_add_attribute(ir, function, "alwaysinline");
    }
}

bool oc_maskwaits_make(struct oc_ir *ir, const struct oc_lowering *lowering,
                       LLVMValueRef function) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values calls = {.arena = ir->arena};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_lanecalls_is_call(instruction) && oc_lanecalls_has_mask(instruction))
                oc_values_add(&calls, instruction);
    struct wait *waits = OC_NEW_ARRAY(ir->arena, calls.count + 1, struct wait);
    size_t count = calls.count ? find_waits(&edit, lowering, function, &calls, waits) : 0;
    if (count) {
        oc_structure_join_returns(ir, function);
        oc_body_split(&edit, function);
    }
    // Values are in memory while the control flow changes.
    bool done = !count || oc_structure_run(ir, function, "loop-simplify,reg2mem");
    for (size_t i = 0; done && i < count; i++)
        if (is_in(function, waits[i].await))
            join(&edit, function, waits[i]);
    oc_edit_end(&edit);
    return done &&
           (!count || oc_structure_run(ir, function, "sroa,simplifycfg,early-cse,loop-simplify"));
}
