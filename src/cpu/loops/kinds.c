#include "cpu/loops/kinds.h"

#include "cpu/analysis/turns.h"
#include "cpu/loops/repeats.h"
#include "ir/edit.h"
#include "ir/features.h"

// Whether all threads come to the loop, and by one way.
static bool is_simple(const struct oc_loop *loop, const struct oc_uniform *uniform) {
    const struct oc_body *body = loop->body;
    size_t head = loop->head;
    const struct oc_node *node = &body->nodes[head];
    if (head == 0 || node->before_count != 2)
        return false;
    unsigned from = oc_body_before_loop(body, loop->nodes, head);
    return !oc_bits_test(loop->nodes, from) && !oc_bits_test(uniform->divergent, from) &&
           body->nodes[from].next_count == 1;
}

static bool is_alike(const struct oc_loop *loop, const struct oc_uniform *uniform) {
    const struct oc_body *body = loop->body;
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(loop->nodes, i))
            continue;
        for (unsigned s = 0; s < body->nodes[i].next_count; s++)
            if (!oc_bits_test(loop->nodes, body->nodes[i].next[s]) &&
                (oc_bits_test(uniform->divergent, i) ||
                 !oc_uniform_is(uniform, LLVMGetBasicBlockTerminator(body->nodes[i].block))))
                return false;
    }
    return true;
}

// One that LLVM unrolls completely is not a loop.
static bool needs_no_change(const struct oc_loop *loop, const struct oc_uniform *uniform) {
    return oc_turns_are_few(loop->body, loop->nodes) || is_alike(loop, uniform);
}

// The loops of a graph. A loop comes before the loops inside it.
struct every {
    struct oc_loop *items;
    size_t count;
};

static struct every every_loop(const struct oc_threads *threads, const struct oc_body *body) {
    struct every every = {OC_NEW_ARRAY(threads->ir->arena, 2 * body->count, struct oc_loop), 0};
    for (unsigned head = 0; head < body->count; head++)
        for (unsigned b = 0; b < body->nodes[head].before_count; b++) {
            unsigned latch = body->nodes[head].before[b];
            if (latch >= head)
                every.items[every.count++] = (struct oc_loop){
                    threads,       body, oc_body_loop(body, latch, head), latch, head,
                    OC_LOOP_OTHER, NULL};
        }
    return every;
}

static bool is_outside(const struct oc_loop *loop, LLVMValueRef value) {
    return !LLVMIsAInstruction(value) || oc_body_node_of(loop->body, value) == OC_NO_NODE ||
           !oc_bits_test(loop->nodes, (size_t)oc_body_node_of(loop->body, value));
}

// Whether a phi of the loop's first block begins with the same value for all threads that come.
static bool begins_alike(const struct oc_loop *loop, const struct oc_uniform *uniform,
                         LLVMValueRef phi) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        long from = oc_body_node(loop->body, LLVMGetIncomingBlock(phi, i));
        if (!oc_bits_test(loop->nodes, (size_t)from) &&
            !oc_uniform_is(uniform, LLVMGetIncomingValue(phi, i)))
            return false;
    }
    return true;
}

bool oc_kinds_counts(const struct oc_loop *loop, LLVMValueRef phi, LLVMValueRef *next) {
    LLVMBasicBlockRef latch = loop->body->nodes[loop->latch].block;
    *next = oc_edit_incoming(phi, latch);
    return *next && LLVMIsAInstruction(*next) && LLVMGetInstructionOpcode(*next) == LLVMAdd &&
           LLVMGetOperand(*next, 0) == phi && LLVMIsAConstantInt(LLVMGetOperand(*next, 1));
}

// For which threads and turns of a loop a value has to be the same.
enum whom {
    IN_TURN, // threads that run a turn together: one thread its third turn, another its fifth
    IN_STEP, // threads that run a turn together, which is the third turn, say, of each thread
    ALL      // all threads, in all turns
};

static bool varies_at_head(const struct oc_loop *loop, const struct oc_uniform *uniform,
                           enum whom whom, LLVMValueRef phi) {
    LLVMValueRef next;
    return whom == IN_TURN || !begins_alike(loop, uniform, phi) ||
           (whom == IN_STEP && !oc_kinds_counts(loop, phi, &next));
}

// Finds what is the same for these threads. Reads `graph`, that of the loop or of a turn.
static void analyze(const struct oc_loop *loop, const struct oc_uniform *uniform, enum whom whom,
                    struct oc_body *graph, struct oc_uniform *out) {
    const struct oc_body *body = loop->body;
    struct oc_values varying = {.arena = body->ir->arena};
    oc_body_of_loop(body, loop->nodes, loop->head, whom != ALL, graph);
    for (size_t i = 0; i < body->count; i++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
            bool varies = is_outside(loop, instruction)
                              ? !oc_uniform_is(uniform, instruction) && instruction != loop->runs
                              : i == loop->head && LLVMIsAPHINode(instruction) &&
                                    varies_at_head(loop, uniform, whom, instruction);
            if (varies)
                oc_values_add(&varying, instruction);
        }
    oc_uniform_analyze(graph, &varying, out);
}

// Whether all threads run each loop of a graph alike.
static bool has_alike_loops(const struct oc_loop *loop, const struct oc_uniform *turn) {
    struct every inside = every_loop(loop->threads, turn->body);
    for (size_t i = 0; i < inside.count; i++)
        if (!needs_no_change(&inside.items[i], turn))
            return false;
    return true;
}

// Whether threads that do not come to a loop can run its code, or that of a turn, with the others.
// Their values mean nothing, so no address and no loop inside may depend on a thread's values.
static bool can_take_all_in(const struct oc_loop *loop, const struct oc_uniform *turn) {
    const struct oc_body *body = turn->body;
    for (size_t i = 0; i < body->count; i++) {
        if (i == body->exit)
            continue;
        OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
            if (LLVMIsALoadInst(instruction) &&
                (oc_bits_test(turn->divergent, i) ||
                 !oc_uniform_is(turn, LLVMGetOperand(instruction, 0))))
                return false;
        }
    }
    return has_alike_loops(loop, turn);
}

static enum oc_loop_kind kind_of(const struct oc_loop *loop, const struct oc_uniform *uniform,
                                 LLVMValueRef x);

// Whether all threads run each loop in a turn alike, or will after that loop is changed.
static bool suits_inside(const struct oc_loop *loop, const struct oc_uniform *turn,
                         LLVMValueRef x) {
    struct every inside = every_loop(loop->threads, turn->body);
    for (size_t i = 0; i < inside.count; i++)
        if (!needs_no_change(&inside.items[i], turn) &&
            kind_of(&inside.items[i], turn, x) == OC_LOOP_OTHER)
            return false;
    return true;
}

// Whether threads compute something of their own.
static bool differs(const struct oc_uniform *uniform) {
    const struct oc_body *body = uniform->body;
    for (size_t i = 0; i < body->count; i++)
        if (i != body->exit)
            OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
                if (!oc_uniform_is(uniform, instruction))
                    return true;
            }
    return false;
}

// Whether all threads can run the code of a turn. Some threads have left the loop, and some do not
// come to it: their counters have the right values, and their other values have no meaning.
static bool can_be_masked(const struct oc_loop *loop, const struct oc_uniform *uniform,
                          LLVMValueRef x) {
    struct oc_body graph;
    struct oc_uniform step;
    analyze(loop, uniform, IN_STEP, &graph, &step);
    return oc_repeats_can(&step, x) && can_take_all_in(loop, &step);
}

// Whether threads that do not come to a loop may run its code with the others. With SSE2 alone,
// stores cannot be masked, and a loop to which few threads come took up to three times as long.
static bool has_masks(const struct oc_loop *loop) {
    return oc_features_has(loop->body->function, "avx2");
}

static enum oc_loop_kind kind_of(const struct oc_loop *loop, const struct oc_uniform *uniform,
                                 LLVMValueRef x) {
    bool simple = is_simple(loop, uniform), leads = !simple && has_masks(loop);
    if (loop->runs && !simple)
        return OC_LOOP_OTHER;
    struct oc_body graph;
    struct oc_uniform all, turn;
    analyze(loop, uniform, ALL, &graph, &all);
    if (!differs(&all))
        return OC_LOOP_OTHER;
    if ((leads || loop->runs) && can_take_all_in(loop, &all) && oc_repeats_suits(&all, x))
        return OC_LOOP_COMMON;
    analyze(loop, uniform, IN_TURN, &graph, &turn);
    bool can_take_in = can_take_all_in(loop, &turn), is_plain = !oc_repeats_loads(&turn);
    if (oc_repeats_can(&turn, x) && suits_inside(loop, &turn, x)) {
        if (simple && (!loop->runs || can_take_in))
            return OC_LOOP_TOGETHER;
        if (leads && can_take_in && (!is_plain || every_loop(loop->threads, &graph).count))
            return OC_LOOP_DETOUR_IN;
        if (!simple && is_plain)
            return OC_LOOP_DETOUR;
    }
    return (simple || leads) && can_be_masked(loop, uniform, x) ? OC_LOOP_MASKED : OC_LOOP_OTHER;
}

// Whether turns differ in what they begin with, other than counters, or in what they load. LLVM
// removes loops without such differences, or computes their results directly.
static bool has_progress(const struct oc_loop *loop) {
    const struct oc_body *body = loop->body;
    LLVMValueRef next;
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(loop->nodes, i))
            continue;
        OC_EACH_INSTRUCTION (instruction, body->nodes[i].block)
            if ((i == loop->head && LLVMIsAPHINode(instruction) &&
                 !oc_kinds_counts(loop, instruction, &next)) ||
                (LLVMIsALoadInst(instruction) && !is_outside(loop, LLVMGetOperand(instruction, 0))))
                return true;
    }
    return false;
}

static bool has_way_out(const struct oc_loop *loop) {
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i) && oc_turns_way_out(loop->body, loop->nodes, i))
            return true;
    return false;
}

// Lists a loop. False: it cannot be changed.
static bool list_loop(struct oc_loop *loop, LLVMValueRef x, struct oc_loop_list *out) {
    if (oc_bits_test(out->seen, loop->head) || needs_no_change(loop, &out->uniform))
        return true;
    oc_bits_add(out->seen, loop->nodes);
    oc_repeats_hoist(loop->threads->builder, loop->body, loop->nodes, loop->head);
    loop->kind = kind_of(loop, &out->uniform, x);
    if (loop->kind == OC_LOOP_OTHER || !has_progress(loop) || !has_way_out(loop))
        return false;
    if (is_simple(loop, &out->uniform))
        out->items[out->count++] = *loop;
    else if (out->to_detour.kind == OC_LOOP_OTHER)
        out->to_detour = *loop;
    return true;
}

// The condition with which a loop begins, if it is one of these.
static LLVMValueRef first_of(const struct oc_values *runs, const struct oc_loop *loop) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(loop->body->nodes[loop->head].block);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return NULL;
    LLVMValueRef condition = LLVMGetCondition(branch);
    return oc_values_contain(runs, condition) ? condition : NULL;
}

bool oc_kinds_list(const struct oc_threads *threads, const struct oc_loops *loops,
                   const struct oc_values *runs, struct oc_loop_list *out) {
    struct oc_body *body = &out->body;
    struct oc_arena *arena = threads->ir->arena;
    *out = (struct oc_loop_list){.to_detour = {.kind = OC_LOOP_OTHER}};
    if (!oc_alike_analyze(threads, loops, body, &out->uniform))
        return false;
    struct every every = every_loop(threads, body);
    out->items = OC_NEW_ARRAY(arena, every.count + 1, struct oc_loop);
    out->seen = oc_bits_make(arena, body->count);
    oc_alike_find_alone(body, out->seen);
    for (size_t i = 0; i < every.count; i++) {
        every.items[i].runs = first_of(runs, &every.items[i]);
        if (!list_loop(&every.items[i], loops->x, out))
            return false;
    }
    return true;
}
