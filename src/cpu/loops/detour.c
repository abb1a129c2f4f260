#include "cpu/loops/detour.h"

#include "cpu/loops/build.h"
#include "cpu/loops/questions.h"
#include "cpu/loops/ways.h"
#include "ir/edit.h"

// What threads bring to the loop: a phi of the block that they all come to gets it.
struct brought {
    enum {
        RUNS,   // whether the thread runs the loop
        WHICH,  // if not, the number of the target that it goes to
        FIRST,  // of a phi at the loop's beginning, its first value
        OTHER,  // of a phi in a target, its value where the thread does not run the loop
        CARRIED // an instruction that is used in the loop or after it
    } kind;
    LLVMValueRef original; // FIRST, OTHER, CARRIED
};

struct detour {
    const struct oc_threads *threads;
    const struct oc_body *body;
    const struct oc_uniform *uniform;
    bool asks;           // control comes to the loop only if some thread runs it
    struct oc_bits loop; // its nodes
    size_t head, before; // nodes: the loop's first, and the one before it
    size_t fork, meet;   // nodes: where the threads part, and where they come together
    struct oc_bits between;
    struct oc_bits after; // those nodes between that control reaches from the loop
    struct oc_way *ways;  // past the loop
    size_t way_count;
    struct oc_targets targets; // of the ways
    struct brought *brought;
    LLVMValueRef *phis; // for each of what is brought, of the new block
    size_t brought_count;
};

static LLVMBasicBlockRef block_of(const struct detour *detour, size_t node) {
    return detour->body->nodes[node].block;
}

// ---- Where threads part and meet ---------------------------------------------------------------

static bool is_divergent(const struct detour *detour, size_t node) {
    return oc_bits_test(detour->uniform->divergent, node);
}

// The node, in which all threads are, from which some came to the loop. False: there are several.
static bool find_fork(struct detour *detour) {
    const struct oc_body *body = detour->body;
    struct oc_bits seen = oc_bits_make(body->ir->arena, body->count);
    bool found = false;
    oc_bits_set(seen, detour->before);
    // In reverse post-order, a node has a higher number than the nodes before it.
    for (size_t i = detour->before + 1; i-- > 0;) {
        if (!oc_bits_test(seen, i))
            continue;
        if (!is_divergent(detour, i)) {
            if (found)
                return false;
            detour->fork = i;
            found = true;
            continue;
        }
        for (unsigned b = 0; b < body->nodes[i].before_count; b++)
            if (body->nodes[i].before[b] < i)
                oc_bits_set(seen, body->nodes[i].before[b]);
    }
    return found;
}

// Whether the loop between two nodes contains the loop to which threads are led.
static bool is_around(const struct detour *detour, unsigned latch, unsigned head) {
    return !oc_bits_test(detour->loop, head) &&
           oc_bits_test(oc_body_loop(detour->body, latch, head), detour->head);
}

// Finds the nodes between the fork and the one where the threads meet. Returns false if they meet
// in several nodes, or if another loop contains the fork or the loop to which threads are led.
static bool find_between(struct detour *detour) {
    const struct oc_body *body = detour->body;
    bool found = false;
    detour->between = oc_bits_make(body->ir->arena, body->count);
    for (size_t i = detour->fork; i < body->count; i++) {
        if (i != detour->fork && !oc_bits_test(detour->between, i))
            continue;
        for (unsigned s = 0; s < body->nodes[i].next_count; s++) {
            unsigned next = body->nodes[i].next[s];
            if (next <= i) {
                if (!oc_bits_test(detour->between, next) || is_around(detour, (unsigned)i, next))
                    return false;
            } else if (is_divergent(detour, next)) {
                oc_bits_set(detour->between, next);
            } else if (found && detour->meet != next) {
                return false;
            } else {
                detour->meet = next;
                found = true;
            }
        }
    }
    return found && oc_bits_test(detour->between, detour->head);
}

// Whether threads come between by the fork only.
static bool is_closed(const struct detour *detour) {
    const struct oc_body *body = detour->body;
    for (size_t i = 0; i < body->count; i++)
        for (unsigned b = 0; oc_bits_test(detour->between, i) && b < body->nodes[i].before_count;
             b++)
            if (body->nodes[i].before[b] != detour->fork &&
                !oc_bits_test(detour->between, body->nodes[i].before[b]))
                return false;
    return true;
}

static void find_after(struct detour *detour) {
    const struct oc_body *body = detour->body;
    detour->after = oc_bits_make(body->ir->arena, body->count);
    for (size_t i = 0; i < body->count; i++) {
        bool leads = oc_bits_test(detour->loop, i) || oc_bits_test(detour->after, i);
        for (unsigned s = 0; leads && s < body->nodes[i].next_count; s++) {
            unsigned next = body->nodes[i].next[s];
            if (oc_bits_test(detour->between, next) && !oc_bits_test(detour->loop, next))
                oc_bits_set(detour->after, next);
        }
    }
}

// ---- Ways past the loop ------------------------------------------------------------------------

// Whether a node is between, or the fork, and control comes to it without the loop.
static bool is_aside(const struct detour *detour, size_t node) {
    return node == detour->fork ||
           (oc_bits_test(detour->between, node) && !oc_bits_test(detour->loop, node) &&
            !oc_bits_test(detour->after, node));
}

// Whether there are such ways, of branches with at most two ways.
static bool find_ways(struct detour *detour) {
    const struct oc_body *body = detour->body;
    detour->ways = OC_NEW_ARRAY(body->ir->arena, 2 * body->count, struct oc_way);
    detour->targets.items = OC_NEW_ARRAY(body->ir->arena, 2 * body->count, LLVMBasicBlockRef);
    for (size_t i = detour->fork; i < body->count; i++)
        for (unsigned s = 0; is_aside(detour, i) && s < body->nodes[i].next_count; s++) {
            unsigned next = body->nodes[i].next[s];
            LLVMBasicBlockRef to = block_of(detour, next);
            if (next != detour->meet && !oc_bits_test(detour->after, next))
                continue;
            if (!LLVMIsABranchInst(LLVMGetBasicBlockTerminator(block_of(detour, i))))
                return false;
            detour->ways[detour->way_count++] = (struct oc_way){block_of(detour, i), to};
            oc_ways_add_target(&detour->targets, to);
        }
    return detour->way_count > 0;
}

// ---- What threads bring ------------------------------------------------------------------------

static bool is_aside_block(const void *detour, LLVMBasicBlockRef block) {
    const struct detour *of = (const struct detour *)detour;
    long node = oc_body_node(of->body, block);
    return node != OC_NO_NODE && is_aside(of, (size_t)node);
}

// Whether an operand is used in the loop or after it.
static bool is_used_there(const struct detour *detour, LLVMValueRef user, unsigned operand) {
    LLVMBasicBlockRef block =
        LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, operand) : LLVMGetInstructionParent(user);
    long node = oc_body_node(detour->body, block);
    return node != OC_NO_NODE &&
           (oc_bits_test(detour->loop, (size_t)node) || oc_bits_test(detour->after, (size_t)node));
}

static bool is_carried(const struct detour *detour, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        for (int i = 0; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == value &&
                is_used_there(detour, user, (unsigned)i))
                return true;
    }
    return false;
}

static void bring(struct detour *detour, struct brought what, LLVMTypeRef type) {
    detour->phis[detour->brought_count] = LLVMBuildPhi(detour->threads->builder, type, "");
    detour->brought[detour->brought_count++] = what;
}

static void bring_phis(struct detour *detour, LLVMBasicBlockRef block, struct brought what) {
    OC_EACH_INSTRUCTION (phi, block) {
        if (!LLVMIsAPHINode(phi))
            break;
        what.original = phi;
        bring(detour, what, LLVMTypeOf(phi));
    }
}

static void list_brought(struct detour *detour, LLVMBasicBlockRef in) {
    const struct oc_threads *threads = detour->threads;
    const struct oc_body *body = detour->body;
    size_t most = 2;
    for (size_t i = 0; i < body->count; i++)
        most += 2 * oc_ir_count_instructions(body->nodes[i].block);
    detour->brought = OC_NEW_ARRAY(threads->ir->arena, most, struct brought);
    detour->phis = OC_NEW_ARRAY(threads->ir->arena, most, LLVMValueRef);
    oc_build_at_end(threads, in);
    bring(detour, (struct brought){.kind = RUNS}, LLVMInt1TypeInContext(threads->ir->context));
    bring(detour, (struct brought){.kind = WHICH}, threads->i32);
    bring_phis(detour, block_of(detour, detour->head), (struct brought){.kind = FIRST});
    for (size_t i = 0; i < detour->targets.count; i++)
        bring_phis(detour, detour->targets.items[i], (struct brought){.kind = OTHER});
    for (size_t i = 0; i < body->count; i++)
        if (i != detour->fork && is_aside(detour, i))
            OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
                if (is_carried(detour, instruction))
                    bring(detour, (struct brought){.kind = CARRIED, .original = instruction},
                          LLVMTypeOf(instruction));
            }
}

// Whether every way from the fork to a block passes another one.
static bool is_passed(const struct detour *detour, LLVMBasicBlockRef block, LLVMBasicBlockRef to) {
    const struct oc_body *body = detour->body;
    return oc_body_passes(body, detour->between, detour->fork, (size_t)oc_body_node(body, to),
                          (size_t)oc_body_node(body, block));
}

// Any value does where a way has none.
static LLVMValueRef value_on(const void *data, size_t phi, const struct oc_way *way) {
    const struct detour *detour = (const struct detour *)data;
    const struct oc_threads *threads = detour->threads;
    const struct brought *brought = &detour->brought[phi];
    bool runs = way->to == block_of(detour, detour->head);
    LLVMTypeRef type = LLVMTypeOf(detour->phis[phi]);
    LLVMValueRef original = brought->original, none = LLVMGetPoison(type),
                 idle = detour->asks ? LLVMConstNull(type) : none;
    switch (brought->kind) {
    case RUNS:
        return oc_build_bit(threads, runs);
    case WHICH:
        return runs ? none
                    : LLVMConstInt(threads->i32, oc_ways_target(&detour->targets, way->to), false);
    case FIRST:
        return runs ? oc_edit_incoming(original, way->from) : idle;
    case OTHER:
        return LLVMGetInstructionParent(original) == way->to ? oc_edit_incoming(original, way->from)
                                                             : none;
    case CARRIED:
    default:
        return is_passed(detour, LLVMGetInstructionParent(original), way->from) ? original : idle;
    }
}

// ---- Changing the control flow -----------------------------------------------------------------

// Each edge past the loop, and the edge into it, goes to the new block `in` instead.
static void redirect(const struct detour *detour, LLVMBasicBlockRef in) {
    for (size_t i = 0; i < detour->body->count; i++) {
        struct oc_way ways[2];
        unsigned count = 0;
        for (size_t w = 0; w < detour->way_count; w++)
            if (detour->ways[w].from == block_of(detour, i))
                ways[count++] = detour->ways[w];
        if (i == detour->before)
            ways[count++] = (struct oc_way){block_of(detour, i), block_of(detour, detour->head)};
        if (count)
            oc_ways_redirect(detour->threads, ways, count, in, detour->phis, detour->brought_count,
                             value_on, detour);
    }
}

// The value with which a phi of the loop begins. `brought` is a phi that has each thread's own
// value, and zero for threads that do not run the loop. If all others begin with one value, these
// do, too: then the phi is the same for all threads.
static LLVMValueRef first_value(const struct detour *detour, LLVMValueRef phi,
                                LLVMValueRef brought) {
    LLVMValueRef first = oc_edit_incoming(phi, block_of(detour, detour->before));
    return detour->asks && oc_uniform_is(detour->uniform, first) ? first : brought;
}

// The loop begins with a new block, in which threads that do not run it leave it. Its phis move
// there.
static void make_head(const struct detour *detour, LLVMBasicBlockRef in, LLVMBasicBlockRef aside) {
    const struct oc_threads *threads = detour->threads;
    LLVMBasicBlockRef old = block_of(detour, detour->head);
    LLVMBasicBlockRef head = oc_build_block(threads, "detour.head"),
                      enter = detour->asks ? oc_build_block(threads, "detour.enter") : in;
    oc_build_at_end(threads, head);
    for (size_t i = 0; i < detour->brought_count; i++) {
        LLVMValueRef original = detour->brought[i].original;
        if (detour->brought[i].kind != FIRST)
            continue;
        LLVMValueRef phi = LLVMBuildPhi(threads->builder, LLVMTypeOf(original), "");
        LLVMValueRef first = first_value(detour, original, detour->phis[i]);
        LLVMAddIncoming(phi, &first, &enter, 1);
        for (unsigned p = 0; p < LLVMCountIncoming(original); p++) {
            LLVMBasicBlockRef block = LLVMGetIncomingBlock(original, p);
            LLVMValueRef value = LLVMGetIncomingValue(original, p);
            if (oc_bits_test(detour->loop, (size_t)oc_body_node(detour->body, block)))
                LLVMAddIncoming(phi, &value, &block, 1);
        }
        LLVMReplaceAllUsesWith(original, phi);
        LLVMInstructionEraseFromParent(original);
    }
    for (size_t i = 0; i < detour->body->count; i++)
        if (oc_bits_test(detour->loop, i))
            oc_edit_lead_to(block_of(detour, i), old, head);
    LLVMBuildCondBr(oc_build_at_end(threads, head), detour->phis[0], old, aside);
    LLVMBuilderRef builder = oc_build_at_end(threads, in);
    if (detour->asks) {
        LLVMBuildCondBr(builder, oc_questions_build(threads, OC_UNIFORM_SOME, detour->phis[0]),
                        enter, aside);
        oc_build_at_end(threads, enter);
    }
    LLVMBuildBr(builder, head);
}

static void use_brought(const struct detour *detour, LLVMBasicBlockRef const *froms) {
    for (size_t i = 0; i < detour->brought_count; i++) {
        const struct brought *brought = &detour->brought[i];
        if (brought->kind == OTHER)
            oc_ways_replace_phi(detour->threads->builder, brought->original, is_aside_block, detour,
                                detour->phis[i],
                                froms[oc_ways_target(&detour->targets,
                                                     LLVMGetInstructionParent(brought->original))]);
    }
}

static void replace_carried(const struct detour *detour) {
    struct oc_values users = {.arena = detour->threads->ir->arena};
    for (size_t i = 0; i < detour->brought_count; i++) {
        LLVMValueRef original = detour->brought[i].original;
        if (detour->brought[i].kind != CARRIED)
            continue;
        users.count = 0;
        for (LLVMUseRef use = LLVMGetFirstUse(original); use; use = LLVMGetNextUse(use))
            oc_values_add(&users, LLVMGetUser(use));
        for (size_t u = 0; u < users.count; u++)
            for (int o = 0; o < LLVMGetNumOperands(users.items[u]); o++)
                if (LLVMGetOperand(users.items[u], (unsigned)o) == original &&
                    is_used_there(detour, users.items[u], (unsigned)o))
                    LLVMSetOperand(users.items[u], (unsigned)o, detour->phis[i]);
    }
}

LLVMValueRef oc_detour_make(const struct oc_loop *loop, const struct oc_uniform *uniform,
                            bool asks) {
    const struct oc_threads *threads = loop->threads;
    struct detour detour = {.threads = threads,
                            .body = loop->body,
                            .uniform = uniform,
                            .loop = loop->nodes,
                            .head = loop->head,
                            .asks = asks};
    const struct oc_node *node = &loop->body->nodes[loop->head];
    if (node->before_count != 2)
        return NULL;
    detour.before = oc_body_before_loop(loop->body, loop->nodes, loop->head);
    if (oc_bits_test(detour.loop, detour.before) || !find_fork(&detour) || !find_between(&detour) ||
        !is_closed(&detour))
        return NULL;
    find_after(&detour);
    if (!find_ways(&detour))
        return NULL;
    LLVMBasicBlockRef in = oc_build_block(threads, "detour");
    LLVMBasicBlockRef *froms =
        OC_NEW_ARRAY(threads->ir->arena, detour.targets.count, LLVMBasicBlockRef);
    list_brought(&detour, in);
    redirect(&detour, in);
    LLVMBasicBlockRef aside = oc_ways_dispatch(threads, detour.phis[1], &detour.targets, froms);
    use_brought(&detour, froms);
    replace_carried(&detour);
    make_head(&detour, in, aside);
    return detour.phis[0];
}
