#include "cpu/loops/together.h"

#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/detour.h"
#include "cpu/loops/kinds.h"
#include "cpu/loops/questions.h"
#include "cpu/loops/ways.h"
#include "ir/edit.h"

enum kind {
    KEPT,   // a phi at the loop's beginning
    RESULT, // an instruction of the loop that is used after it, or a phi in a block that a way out
            // leads to
    STAYS,  // whether the thread goes on
    WHICH,  // the number of the target that it goes to else
};

// What a turn hands on.
struct value {
    enum kind kind;
    LLVMValueRef original; // KEPT, RESULT
    LLVMValueRef end;      // a phi in the block in which the ways of a turn meet
};

struct loop {
    const struct oc_threads *threads;
    const struct oc_body *body;
    struct oc_bits nodes;
    const struct oc_loop *found;
    LLVMBasicBlockRef head;
    LLVMBasicBlockRef end;     // in which all ways of a turn meet
    struct oc_targets targets; // of the ways out
    struct value *values;
    size_t value_count;
    LLVMBasicBlockRef done; // where threads come to that have left the loop
    LLVMValueRef *results;  // of it: phis for the values that are not kept
    struct oc_map copies;   // of the loop's blocks and instructions, for threads that run it alone
};

static bool is_common(const struct loop *loop) {
    return loop->found->kind == OC_LOOP_COMMON;
}

static bool has(const struct loop *loop, LLVMBasicBlockRef block) {
    long node = oc_body_node(loop->body, block);
    return node != OC_NO_NODE && oc_bits_test(loop->nodes, (size_t)node);
}

// ---- Ways out ----------------------------------------------------------------------------------

static void find_targets(struct loop *loop) {
    loop->targets.items =
        OC_NEW_ARRAY(loop->threads->ir->arena, 2 * loop->body->count, LLVMBasicBlockRef);
    for (size_t i = 0; i < loop->body->count; i++) {
        const struct oc_node *node = &loop->body->nodes[i];
        for (unsigned s = 0; oc_bits_test(loop->nodes, i) && s < node->next_count; s++)
            if (!oc_bits_test(loop->nodes, node->next[s]))
                oc_ways_add_target(&loop->targets, loop->body->nodes[node->next[s]].block);
    }
}

// ---- What is used after the loop ---------------------------------------------------------------

static bool is_phi_of_target(const struct loop *loop, LLVMValueRef value) {
    return LLVMIsAPHINode(value) &&
           oc_ways_target(&loop->targets, LLVMGetInstructionParent(value)) < loop->targets.count;
}

// Whether an instruction is used after the loop, other than by a phi in the block that a way out
// leads to.
static bool is_used_after(const struct loop *loop, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (has(loop, LLVMGetInstructionParent(user)))
            continue;
        if (!is_phi_of_target(loop, user))
            return true;
        for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
            if (LLVMGetIncomingValue(user, i) == value && !has(loop, LLVMGetIncomingBlock(user, i)))
                return true;
    }
    return false;
}

static LLVMValueRef add_value(struct loop *loop, enum kind kind, LLVMValueRef original,
                              LLVMTypeRef type) {
    LLVMValueRef end = LLVMBuildPhi(loop->threads->builder, type, "");
    loop->values[loop->value_count++] = (struct value){kind, original, end};
    return end;
}

static void add_phis(struct loop *loop, LLVMBasicBlockRef block, enum kind kind) {
    OC_EACH_INSTRUCTION (phi, block) {
        if (!LLVMIsAPHINode(phi))
            break;
        add_value(loop, kind, phi, LLVMTypeOf(phi));
    }
}

static size_t count_values(const struct loop *loop) {
    size_t count = 2;
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            count += 2 * oc_ir_count_instructions(loop->body->nodes[i].block);
    for (size_t i = 0; i < loop->targets.count; i++)
        count += oc_ir_count_instructions(loop->targets.items[i]);
    return count;
}

// Makes a phi for each in the block in which the ways meet.
static void list_values(struct loop *loop) {
    loop->values = OC_NEW_ARRAY(loop->threads->ir->arena, count_values(loop), struct value);
    oc_build_at_end(loop->threads, loop->end);
    if (!is_common(loop))
        add_phis(loop, loop->head, KEPT);
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            OC_EACH_INSTRUCTION (instruction, loop->body->nodes[i].block) {
                if (is_used_after(loop, instruction))
                    add_value(loop, RESULT, instruction, LLVMTypeOf(instruction));
            }
    for (size_t i = 0; i < loop->targets.count; i++)
        add_phis(loop, loop->targets.items[i], RESULT);
}

// Whether every way of a turn to a block passes another one.
static bool is_passed(const struct loop *loop, LLVMBasicBlockRef block, LLVMBasicBlockRef to) {
    const struct oc_body *body = loop->body;
    return oc_body_passes(body, loop->nodes, (size_t)oc_body_node(body, loop->head),
                          (size_t)oc_body_node(body, to), (size_t)oc_body_node(body, block));
}

// What a result is where a turn leaves the loop. Any value does where the way has none.
static LLVMValueRef result_on(const struct loop *loop, LLVMValueRef value,
                              const struct oc_way *way) {
    if (!has(loop, LLVMGetInstructionParent(value)))
        return LLVMGetInstructionParent(value) == way->to ? oc_edit_incoming(value, way->from)
                                                          : LLVMGetPoison(LLVMTypeOf(value));
    return is_passed(loop, LLVMGetInstructionParent(value), way->from)
               ? value
               : LLVMGetPoison(LLVMTypeOf(value));
}

// ---- Ends of a turn ----------------------------------------------------------------------------

// What a value is where a turn ends by going from one block to another.
static LLVMValueRef value_on(const struct loop *loop, const struct value *value,
                             const struct oc_way *way) {
    const struct oc_threads *threads = loop->threads;
    bool stays = way->to == loop->head;
    switch (value->kind) {
    case STAYS:
        return oc_build_bit(threads, stays);
    case WHICH:
        return stays ? LLVMGetPoison(threads->i32)
                     : LLVMConstInt(threads->i32, oc_ways_target(&loop->targets, way->to), false);
    case RESULT:
        return stays ? LLVMGetPoison(LLVMTypeOf(value->original))
                     : result_on(loop, value->original, way);
    case KEPT: // as it is, where the thread leaves the loop
    default:
        return stays ? oc_edit_incoming(value->original, way->from) : value->original;
    }
}

static LLVMValueRef end_value(const void *loop, size_t phi, const struct oc_way *way) {
    const struct loop *of = (const struct loop *)loop;
    return value_on(of, &of->values[phi], way);
}

// A block's ways out and back lead to the loop's last block instead.
static void redirect(const struct loop *loop, LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef *phis =
        OC_NEW_ARRAY(loop->threads->ir->arena, loop->value_count + 1, LLVMValueRef);
    unsigned count = 0;
    struct oc_way ways[2];
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(branch, s);
        if ((to == loop->head && !is_common(loop)) || !has(loop, to))
            ways[count++] = (struct oc_way){block, to};
    }
    for (size_t i = 0; i < loop->value_count; i++)
        phis[i] = loop->values[i].end;
    if (count)
        oc_ways_redirect(loop->threads, ways, count, loop->end, phis, loop->value_count, end_value,
                         loop);
}

// ---- Threads that run the rest of the loop alone -----------------------------------------------

static void copy_loop(struct loop *loop) {
    const struct oc_body *body = loop->body;
    struct oc_values blocks = {.arena = body->ir->arena};
    loop->copies = (struct oc_map){.arena = body->ir->arena};
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            oc_values_add(&blocks, LLVMBasicBlockAsValue(body->nodes[i].block));
    oc_copy_blocks(loop->threads->ir, loop->threads->builder, loop->threads->body->function,
                   &blocks, &loop->copies);
}

// The ways out of a block of the copy, with the block that it is a copy of.
struct copied_way {
    const struct loop *loop;
    LLVMBasicBlockRef original;
    size_t *values; // for each phi, the number of the loop's value
};

static LLVMValueRef done_value(const void *data, size_t phi, const struct oc_way *way) {
    const struct copied_way *copied = (const struct copied_way *)data;
    const struct oc_way original = {copied->original, way->to};
    return oc_copy_of(
        &copied->loop->copies,
        value_on(copied->loop, &copied->loop->values[copied->values[phi]], &original));
}

static bool is_result(const struct value *value) {
    return value->kind == RESULT || value->kind == WHICH;
}

// Where threads have left the loop, together or alone: results[i] is what values[i] is there.
static void make_done(struct loop *loop, LLVMBasicBlockRef const *froms, size_t from_count) {
    const struct oc_threads *threads = loop->threads;
    const struct oc_body *body = loop->body;
    struct oc_arena *arena = threads->ir->arena;
    struct copied_way copied = {.loop = loop,
                                .values = OC_NEW_ARRAY(arena, loop->value_count + 1, size_t)};
    LLVMValueRef *phis = OC_NEW_ARRAY(arena, loop->value_count + 1, LLVMValueRef);
    size_t count = 0;
    loop->results = OC_NEW_ARRAY(arena, loop->value_count + 1, LLVMValueRef);
    LLVMBuilderRef builder = oc_build_at_end(threads, loop->done);
    for (size_t i = 0; i < loop->value_count; i++) {
        LLVMValueRef end = loop->values[i].end;
        if (!is_result(&loop->values[i]))
            continue;
        loop->results[i] = phis[count] = LLVMBuildPhi(builder, LLVMTypeOf(end), "");
        copied.values[count++] = i;
        for (size_t f = 0; f < from_count; f++) {
            LLVMBasicBlockRef from = froms[f];
            LLVMAddIncoming(loop->results[i], &end, &from, 1);
        }
    }
    for (size_t i = 0; i < body->count; i++) {
        struct oc_way ways[2];
        unsigned way_count = 0;
        const struct oc_node *node = &body->nodes[i];
        for (unsigned s = 0; oc_bits_test(loop->nodes, i) && s < node->next_count; s++)
            if (!oc_bits_test(loop->nodes, node->next[s]))
                ways[way_count++] = (struct oc_way){oc_copy_of_block(&loop->copies, node->block),
                                                    body->nodes[node->next[s]].block};
        copied.original = node->block;
        if (way_count)
            oc_ways_redirect(threads, ways, way_count, loop->done, phis, count, done_value,
                             &copied);
    }
}

// ---- Threads that do not come to the loop -------------------------------------------------------

// The loop begins with a branch by which these threads leave it. Removes the branch, so that they
// run the loop's code. Returns their way out.
static struct oc_way take_all_in(const struct loop *loop) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(loop->head);
    struct oc_way aside = {loop->head, LLVMGetSuccessor(branch, 1)};
    LLVMPositionBuilderBefore(loop->threads->builder, branch);
    LLVMBuildBr(loop->threads->builder, LLVMGetSuccessor(branch, 0));
    LLVMInstructionEraseFromParent(branch);
    return aside;
}

// The value on their way out. After it, nothing uses what the loop computes.
static LLVMValueRef idle_value(const struct loop *loop, const struct value *value,
                               const struct oc_way *aside) {
    LLVMValueRef idle = value_on(loop, value, aside);
    bool is_of_loop = LLVMIsAInstruction(idle) && has(loop, LLVMGetInstructionParent(idle));
    return is_of_loop ? LLVMGetPoison(LLVMTypeOf(idle)) : idle;
}

// At the end of a turn, replaces a value by `other` for threads for which `runs` is false.
static void choose_at_end(struct loop *loop, size_t number, LLVMValueRef runs, LLVMValueRef other) {
    struct value *value = &loop->values[number];
    LLVMValueRef end = value->end;
    LLVMBuilderRef builder = oc_build_at_end(loop->threads, loop->end);
    LLVMValueRef either = LLVMBuildSelect(builder, runs, end, other, "");
    LLVMReplaceAllUsesWith(end, either);
    LLVMSetOperand(either, 1, end);
    value->end = either;
}

// At the end of each turn, these threads get the values of their way out.
static void part_again(struct loop *loop, const struct oc_way *aside) {
    for (size_t i = 0; i < loop->value_count; i++) {
        LLVMValueRef idle = idle_value(loop, &loop->values[i], aside);
        if (!LLVMIsPoison(idle))
            choose_at_end(loop, i, loop->found->runs, idle);
    }
}

static LLVMBasicBlockRef block_before(const struct loop *loop) {
    const struct oc_body *body = loop->body;
    return body->nodes[oc_body_before_loop(body, loop->nodes, loop->found->head)].block;
}

// The block that asks whether threads come to the loop (detour.h).
static LLVMBasicBlockRef block_asking(const struct loop *loop) {
    const struct oc_body *body = loop->body;
    const struct oc_node *before = &body->nodes[oc_body_node(body, block_before(loop))];
    return body->nodes[before->before[0]].block;
}

// Adds the values of threads that go past the loop, from this block to loop->done.
static void add_way_past(const struct loop *loop, LLVMBasicBlockRef from,
                         const struct oc_way *aside) {
    for (size_t i = 0; i < loop->value_count; i++) {
        LLVMValueRef idle = idle_value(loop, &loop->values[i], aside);
        if (is_result(&loop->values[i]))
            LLVMAddIncoming(loop->results[i], &idle, &from, 1);
    }
}

// ---- Threads that compute other values ---------------------------------------------------------

// A phi at the loop's beginning, with its value in the first turn.
static LLVMValueRef begin_with(const struct loop *loop, LLVMValueRef first) {
    LLVMBasicBlockRef before = block_before(loop);
    LLVMPositionBuilderBefore(loop->threads->builder, LLVMGetFirstInstruction(loop->head));
    LLVMValueRef phi = LLVMBuildPhi(loop->threads->builder, LLVMTypeOf(first), "");
    LLVMAddIncoming(phi, &first, &before, 1);
    return phi;
}

// A counter takes its next value in all threads.
static void count_on(struct loop *loop, size_t number) {
    struct value *value = &loop->values[number];
    LLVMValueRef next;
    if (!oc_kinds_counts(loop->found, value->original, &next))
        return;
    LLVMValueRef step = LLVMInstructionClone(next);
    LLVMInsertIntoBuilder(oc_build_at_end(loop->threads, loop->end), step);
    LLVMReplaceAllUsesWith(value->end, step);
    value->end = step;
}

// A thread that is not active keeps the result that it had before the turn.
static void keep_result(struct loop *loop, size_t number, LLVMValueRef active,
                        const struct oc_way *aside) {
    struct value *value = &loop->values[number];
    LLVMValueRef first = LLVMConstNull(LLVMTypeOf(value->end));
    if (loop->found->runs && !LLVMIsPoison(idle_value(loop, value, aside)))
        first = idle_value(loop, value, aside);
    LLVMValueRef before = begin_with(loop, first);
    choose_at_end(loop, number, active, before);
    LLVMAddIncoming(before, &value->end, &loop->end, 1);
}

// Threads that have left the loop, or do not come to it, are not active in a turn.
static void mask(struct loop *loop, const struct oc_way *aside) {
    const struct oc_threads *threads = loop->threads;
    LLVMValueRef runs = loop->found->runs,
                 active = begin_with(loop, runs ? runs : oc_build_bit(threads, true));
    for (size_t i = 0; i < loop->value_count; i++) {
        switch (loop->values[i].kind) {
        case KEPT:
            count_on(loop, i);
            break;
        case STAYS:
            choose_at_end(loop, i, active, oc_build_bit(threads, false));
            LLVMAddIncoming(active, &loop->values[i].end, &loop->end, 1);
            break;
        case RESULT:
        case WHICH:
            keep_result(loop, i, active, aside);
            break;
        }
    }
}

// ---- After the loop ----------------------------------------------------------------------------

static bool is_in_loop(const void *loop, LLVMBasicBlockRef block) {
    return has((const struct loop *)loop, block);
}

static void replace_uses_after(const struct loop *loop, size_t number) {
    const struct value *value = &loop->values[number];
    struct oc_values users = {.arena = loop->threads->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(value->original); use; use = LLVMGetNextUse(use)) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(LLVMGetUser(use));
        if (oc_body_node(loop->body, block) != OC_NO_NODE && !has(loop, block))
            oc_values_add(&users, LLVMGetUser(use));
    }
    for (size_t u = 0; u < users.count; u++)
        for (int i = 0; i < LLVMGetNumOperands(users.items[u]); i++)
            if (LLVMGetOperand(users.items[u], (unsigned)i) == value->original)
                LLVMSetOperand(users.items[u], (unsigned)i, loop->results[number]);
}

static void use_results(const struct loop *loop, LLVMBasicBlockRef *froms) {
    for (int phis = 1; phis >= 0; phis--)
        for (size_t i = 0; i < loop->value_count; i++) {
            const struct value *value = &loop->values[i];
            if (value->kind != RESULT)
                continue;
            LLVMBasicBlockRef block = LLVMGetInstructionParent(value->original);
            if (!has(loop, block) && phis)
                oc_ways_replace_phi(loop->threads->builder, value->original, is_in_loop, loop,
                                    loop->results[i], froms[oc_ways_target(&loop->targets, block)]);
            else if (has(loop, block) && !phis)
                replace_uses_after(loop, i);
        }
}

// ---- Changing loops ----------------------------------------------------------------------------

// Makes the blocks that lead to the copy. `check` goes on to the returned block if any thread
// answered yes to the question before. In that block, threads for which `goes` is true enter the
// copy.
static LLVMBasicBlockRef make_alone(const struct loop *loop, LLVMBasicBlockRef check,
                                    LLVMValueRef goes) {
    const struct oc_threads *threads = loop->threads;
    LLVMBuilderRef builder = oc_build_at_end(threads, check);
    LLVMBasicBlockRef alone = oc_build_block(threads, "together.alone");
    LLVMValueRef any = oc_questions_build(threads, OC_UNIFORM_ANY, oc_build_bit(threads, true));
    LLVMBuildCondBr(builder, any, alone, loop->done);
    LLVMBuildCondBr(oc_build_at_end(threads, alone), goes,
                    oc_copy_of_block(&loop->copies, loop->head), loop->done);
    return alone;
}

// Makes the blocks after the loop, for threads that stay in it when few do. Returns the first one.
static LLVMBasicBlockRef make_rest(struct loop *loop, LLVMValueRef stays,
                                   const struct oc_way *aside) {
    const struct oc_threads *threads = loop->threads;
    LLVMBasicBlockRef check = oc_build_block(threads, "together.check"),
                      alone = make_alone(loop, check, stays);
    for (size_t i = 0; i < loop->value_count; i++)
        if (loop->values[i].kind == KEPT)
            LLVMAddIncoming(oc_copy_of(&loop->copies, loop->values[i].original),
                            &loop->values[i].end, &alone, 1);
    make_done(loop, (LLVMBasicBlockRef[]){check, alone}, 2);
    if (loop->found->runs) {
        LLVMSetSuccessor(LLVMGetBasicBlockTerminator(block_asking(loop)), 1, loop->done);
        add_way_past(loop, block_asking(loop), aside);
    }
    return check;
}

// Makes the blocks for threads that come to a loop of the kind OC_LOOP_COMMON when few do.
static void make_few(struct loop *loop, const struct oc_way *aside) {
    const struct oc_threads *threads = loop->threads;
    LLVMBasicBlockRef check = oc_build_block(threads, "together.few"),
                      alone = make_alone(loop, check, loop->found->runs);
    LLVMValueRef ask = LLVMGetBasicBlockTerminator(block_asking(loop)),
                 some = LLVMGetCondition(ask);
    LLVMPositionBuilderBefore(threads->builder, ask);
    LLVMSetCondition(ask, oc_questions_build(threads, OC_UNIFORM_MANY, loop->found->runs));
    LLVMSetSuccessor(ask, 1, check);
    LLVMInstructionEraseFromParent(some);
    OC_EACH_INSTRUCTION (phi, loop->head) {
        if (!LLVMIsAPHINode(phi))
            break;
        LLVMValueRef first = oc_edit_incoming(phi, block_before(loop));
        LLVMAddIncoming(oc_copy_of(&loop->copies, phi), &first, &alone, 1);
    }
    make_done(loop, (LLVMBasicBlockRef[]){loop->end}, 1);
    add_way_past(loop, check, aside);
    add_way_past(loop, alone, aside);
}

static void change(const struct oc_loop *found) {
    const struct oc_threads *threads = found->threads;
    struct loop changed = {.threads = threads,
                           .body = found->body,
                           .nodes = found->nodes,
                           .found = found,
                           .head = found->body->nodes[found->head].block};
    struct loop *loop = &changed;
    find_targets(loop);
    LLVMBasicBlockRef *froms =
        OC_NEW_ARRAY(threads->ir->arena, loop->targets.count, LLVMBasicBlockRef);
    LLVMValueRef which = NULL;
    loop->end = oc_build_block(threads, "together.end");
    list_values(loop);
    size_t stays = loop->value_count;
    if (!is_common(loop))
        add_value(loop, STAYS, NULL, LLVMInt1TypeInContext(threads->ir->context));
    if (loop->targets.count > 1)
        add_value(loop, WHICH, NULL, threads->i32);
    copy_loop(loop);
    struct oc_way aside = loop->found->runs ? take_all_in(loop) : (struct oc_way){NULL, NULL};
    loop->done = oc_build_block(threads, "together.done");
    LLVMBasicBlockRef rest = NULL;
    if (is_common(loop))
        make_few(loop, &aside);
    else
        rest = make_rest(loop, loop->values[stays].end, &aside);
    if (loop->targets.count > 1)
        which = loop->results[loop->value_count - 1];
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            redirect(loop, loop->body->nodes[i].block);
    if (loop->found->kind == OC_LOOP_MASKED)
        mask(loop, &aside);
    else if (loop->found->runs)
        part_again(loop, &aside);
    LLVMBasicBlockRef after = oc_ways_dispatch(threads, which, &loop->targets, froms);
    LLVMBuildBr(oc_build_at_end(threads, loop->done), after);
    use_results(loop, froms);
    for (size_t i = 0; i < loop->value_count; i++)
        if (loop->values[i].kind == KEPT)
            oc_ways_replace_phi(threads->builder, loop->values[i].original, is_in_loop, loop,
                                loop->values[i].end, loop->end);
    oc_build_at_end(threads, loop->end);
    if (is_common(loop)) {
        LLVMBuildBr(threads->builder, loop->done);
        return;
    }
    LLVMValueRef enough = oc_questions_build(threads, OC_UNIFORM_ENOUGH, loop->values[stays].end);
    LLVMBuildCondBr(threads->builder, enough, loop->head, rest);
}

// Leads all threads to a loop.
static bool lead(const struct oc_loop_list *found, struct oc_values *runs) {
    bool all_in = found->to_detour.kind != OC_LOOP_DETOUR;
    LLVMValueRef condition = oc_detour_make(&found->to_detour, &found->uniform, all_in);
    if (condition && all_in)
        oc_values_add(runs, condition);
    return condition != NULL;
}

// Changes the listed loops; if `led`, only those to which threads were led. Returns whether there
// was such a loop.
static bool change_all(const struct oc_loop_list *found, bool led) {
    bool changed = false;
    for (size_t i = 0; i < found->count; i++) {
        if (led && !found->items[i].runs)
            continue;
        change(&found->items[i]);
        changed = true;
    }
    return changed;
}

// When an outer loop was changed, all threads run it alike, and those that are in it come next. To
// lead threads to a loop may have to wait for the change of another one.
bool oc_together_make(const struct oc_threads *threads, size_t region) {
    enum { MOST_ROUNDS = 64 };
    struct oc_values runs = {.arena = threads->ir->arena};
    struct oc_loop_list found;
    if (oc_ir_has_attribute(threads->body->function, "optnone"))
        return false;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!oc_kinds_list(threads, &threads->loops[region], &runs, &found))
            return round > 0;
        bool leads = found.to_detour.kind != OC_LOOP_OTHER;
        if (!change_all(&found, true) && !(leads && lead(&found, &runs)) &&
            !change_all(&found, false))
            return round > 0;
    }
    return true;
}
