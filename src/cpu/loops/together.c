#include "cpu/loops/together.h"

#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/detour.h"
#include "cpu/loops/questions.h"
#include "cpu/loops/repeats.h"
#include "cpu/loops/ways.h"

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
    LLVMBasicBlockRef head, latch;
    LLVMBasicBlockRef end;     // in which all ways of a turn meet
    struct oc_targets targets; // of the ways out
    struct value *values;
    size_t value_count;
    LLVMBasicBlockRef done; // where threads come to that have left the loop
    LLVMValueRef *results;  // of it: phis for the values that are not kept
    struct oc_map copies;   // of the loop's blocks and instructions, for threads that run it alone
};

// ---- Which loops -------------------------------------------------------------------------------

static bool has(const struct loop *loop, LLVMBasicBlockRef block) {
    long node = oc_body_node(loop->body, block);
    return node != OC_NO_NODE && oc_bits_test(loop->nodes, (size_t)node);
}

// Whether all threads come to the loop, and by one way.
static bool is_simple(const struct loop *loop, const struct oc_uniform *uniform) {
    const struct oc_body *body = loop->body;
    size_t head = (size_t)oc_body_node(body, loop->head);
    const struct oc_node *node = &body->nodes[head];
    if (head == 0 || node->before_count != 2)
        return false;
    unsigned from = node->before[oc_bits_test(loop->nodes, node->before[0]) ? 1 : 0];
    return !oc_bits_test(loop->nodes, from) && !oc_bits_test(uniform->divergent, from) &&
           body->nodes[from].next_count == 1;
}

static bool is_alike(const struct loop *loop, const struct oc_uniform *uniform) {
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
        return LLVMGetInstructionParent(value) == way->to ? oc_ways_incoming(value, way->from)
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
        return stays ? oc_ways_incoming(value->original, way->from) : value->original;
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
        if (to == loop->head || !has(loop, to))
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
    oc_copy_blocks(loop->threads, &blocks, &loop->copies);
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
                oc_ways_replace_phi(loop->threads, value->original, is_in_loop, loop,
                                    loop->results[i], froms[oc_ways_target(&loop->targets, block)]);
            else if (has(loop, block) && !phis)
                replace_uses_after(loop, i);
        }
}

// ---- Changing loops ----------------------------------------------------------------------------

// The blocks after the loop: if any thread goes on, those that do run the copy.
static LLVMBasicBlockRef make_rest(struct loop *loop, LLVMValueRef stays) {
    const struct oc_threads *threads = loop->threads;
    LLVMBuilderRef builder = threads->builder;
    LLVMBasicBlockRef check = oc_build_block(threads, "together.check");
    LLVMBasicBlockRef rest = oc_build_block(threads, "together.rest");
    LLVMBasicBlockRef alone = oc_copy_of_block(&loop->copies, loop->head);
    loop->done = oc_build_block(threads, "together.done");
    oc_build_at_end(threads, check);
    LLVMBuildCondBr(builder,
                    oc_questions_build(threads, OC_UNIFORM_ANY, oc_build_bit(threads, true)), rest,
                    loop->done);
    LLVMBuildCondBr(oc_build_at_end(threads, rest), stays, alone, loop->done);
    for (size_t i = 0; i < loop->value_count; i++)
        if (loop->values[i].kind == KEPT)
            LLVMAddIncoming(oc_copy_of(&loop->copies, loop->values[i].original),
                            &loop->values[i].end, &rest, 1);
    make_done(loop, (LLVMBasicBlockRef[]){check, rest}, 2);
    return check;
}

static void change(struct loop *loop) {
    const struct oc_threads *threads = loop->threads;
    LLVMBasicBlockRef *froms =
        OC_NEW_ARRAY(threads->ir->arena, loop->targets.count, LLVMBasicBlockRef);
    LLVMValueRef which = NULL;
    loop->end = oc_build_block(threads, "together.end");
    list_values(loop);
    LLVMValueRef stays = add_value(loop, STAYS, NULL, LLVMInt1TypeInContext(threads->ir->context));
    if (loop->targets.count > 1)
        add_value(loop, WHICH, NULL, threads->i32);
    copy_loop(loop);
    LLVMBasicBlockRef check = make_rest(loop, stays);
    if (loop->targets.count > 1)
        which = loop->results[loop->value_count - 1];
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            redirect(loop, loop->body->nodes[i].block);
    LLVMBasicBlockRef after = oc_ways_dispatch(threads, which, &loop->targets, froms);
    LLVMBuildBr(oc_build_at_end(threads, loop->done), after);
    use_results(loop, froms);
    for (size_t i = 0; i < loop->value_count; i++)
        if (loop->values[i].kind == KEPT)
            oc_ways_replace_phi(threads, loop->values[i].original, is_in_loop, loop,
                                loop->values[i].end, loop->end);
    oc_build_at_end(threads, loop->end);
    LLVMBuildCondBr(threads->builder, oc_questions_build(threads, OC_UNIFORM_ENOUGH, stays),
                    loop->head, check);
}

enum loop_kind { ALIKE, CHANGES, DETOUR, OTHER };

// Loads of threads that run a loop alone would need masks.
static enum loop_kind kind_of(const struct loop *loop, const struct oc_uniform *uniform,
                              LLVMValueRef x) {
    if (is_alike(loop, uniform))
        return ALIKE;
    bool simple = is_simple(loop, uniform);
    unsigned head = (unsigned)oc_body_node(loop->body, loop->head);
    if (!oc_repeats_can(loop->body, loop->nodes, head, uniform, x, simple))
        return OTHER;
    return simple ? CHANGES : DETOUR;
}

// Loops in the code of an x loop that can be changed, or one to which all threads have to be led
// first: `detour` has its last and first node.
struct loops {
    struct oc_body body;
    struct oc_uniform uniform;
    struct loop *items;
    size_t count;
    bool needs_detour;
    unsigned detour[2];
};

// False if there is one of another kind, which all threads do not run alike.
static bool list_loops(const struct oc_threads *threads, const struct oc_loops *loops,
                       struct loops *out) {
    struct oc_body *body = &out->body;
    if (!oc_alike_analyze(threads, loops, body, &out->uniform))
        return false;
    out->items = OC_NEW_ARRAY(threads->ir->arena, body->count + 1, struct loop);
    for (unsigned i = 0; i < body->count; i++)
        for (unsigned s = 0; s < body->nodes[i].next_count; s++) {
            unsigned head = body->nodes[i].next[s];
            if (head > i)
                continue;
            struct loop loop = {.threads = threads,
                                .body = body,
                                .nodes = oc_body_loop(body, i, head),
                                .head = body->nodes[head].block,
                                .latch = body->nodes[i].block};
            if (!is_alike(&loop, &out->uniform))
                oc_repeats_hoist(threads->builder, body, loop.nodes, head);
            enum loop_kind kind = kind_of(&loop, &out->uniform, loops->x);
            find_targets(&loop);
            if (kind == OTHER || (kind != ALIKE && !loop.targets.count))
                return false;
            if (kind == CHANGES)
                out->items[out->count++] = loop;
            if (kind == DETOUR && !out->needs_detour) {
                out->needs_detour = true;
                out->detour[0] = i;
                out->detour[1] = head;
            }
        }
    return true;
}

bool oc_together_make(const struct oc_threads *threads, size_t region) {
    const struct oc_loops *loops = &threads->loops[region];
    struct loops found;
    if (oc_ir_has_attribute(threads->body->function, "optnone"))
        return false;
    do {
        found = (struct loops){0};
        if (!list_loops(threads, loops, &found))
            return false;
    } while (found.needs_detour && oc_detour_make(threads, &found.body, &found.uniform,
                                                  found.detour[0], found.detour[1]));
    if (found.needs_detour)
        return false;
    for (size_t i = 0; i < found.count; i++)
        change(&found.items[i]);
    return found.count > 0;
}
