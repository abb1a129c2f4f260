#include "cpu/lanepaths.h"

#include "base/names.h"
#include "ir/waits.h"

// ---- Places and their order --------------------------------------------------------------------

bool oc_lanepaths_is_closed(const struct oc_body *body, struct oc_bits nodes, size_t entry) {
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(nodes, i))
            continue;
        if (body->nodes[i].barrier || i == body->exit)
            return false;
        for (unsigned b = 0; b < body->nodes[i].before_count; b++)
            if (oc_bits_test(nodes, body->nodes[i].before[b]) == (i == entry))
                return false;
    }
    return true;
}

struct loop {
    size_t first, last; // the numbers of places
};

struct plan {
    struct oc_edit *edit;
    const struct oc_lanepaths *to;
    const struct oc_body *body;
    size_t entry, end; // nodes
    struct oc_bits nodes;
    struct oc_bits heads; // the first nodes of places, and `entry`
    long *owner;          // of a node: the head of its place
    size_t *order;        // heads without `entry`: the places
    size_t count;         // of places
    struct loop *loops;   // inner ones first
    size_t loop_count;
    LLVMValueRef at;          // the lane's variable
    LLVMValueRef waits;       // likewise: whether it waits for lanes of its mask; NULL: none does
    LLVMValueRef moved;       // likewise: whether it has come to a place in this turn of a loop
    LLVMValueRef goes;        // likewise: whether it goes on though others may come
    LLVMBasicBlockRef *gates; // of a place: asks whether a lane goes on there
    LLVMBasicBlockRef *votes; // of a loop: asks whether there are lanes in it
};

static LLVMValueRef find_call(const struct plan *plan, LLVMBasicBlockRef block) {
    return plan->to->find_call ? plan->to->find_call(block) : NULL;
}

LLVMValueRef oc_lanepaths_find_await(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (oc_waits_is_await(instruction))
            return instruction;
    return NULL;
}

// Gives each node its head, if it has one. Returns false if a node has two and became a head.
static bool give_owners(struct plan *plan) {
    const struct oc_body *body = plan->body;
    for (size_t i = 0; i < body->count; i++)
        plan->owner[i] = oc_bits_test(plan->heads, i) ? (long)i : OC_NO_NODE;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < body->count; i++) {
            if (!oc_bits_test(plan->nodes, i) || oc_bits_test(plan->heads, i))
                continue;
            for (unsigned b = 0; b < body->nodes[i].before_count; b++) {
                long owner = plan->owner[body->nodes[i].before[b]];
                if (owner == OC_NO_NODE || owner == plan->owner[i])
                    continue;
                if (plan->owner[i] != OC_NO_NODE) {
                    oc_bits_set(plan->heads, i);
                    return false;
                }
                plan->owner[i] = owner;
                changed = true;
            }
        }
    }
    return true;
}

// The heads that control can come to from a place, among those in `among`, but not by way of
// `start`.
static struct oc_bits find_reached(const struct plan *plan, struct oc_bits among, size_t head,
                                   long start) {
    const struct oc_body *body = plan->body;
    struct oc_bits reached = oc_bits_make(body->ir->arena, body->count);
    struct oc_bits from = oc_bits_make(body->ir->arena, body->count);
    oc_bits_set(from, head);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < body->count; i++) {
            if (!oc_bits_test(plan->nodes, i) || !oc_bits_test(from, (size_t)plan->owner[i]))
                continue;
            for (unsigned s = 0; s < body->nodes[i].next_count; s++) {
                unsigned next = body->nodes[i].next[s];
                if (oc_bits_test(among, next) && (long)next != start) {
                    changed |= oc_bits_set(reached, next);
                    oc_bits_set(from, next);
                }
            }
        }
    }
    return reached;
}

// The first of the heads in `left` to which no other one leads, but for one of the same loop.
static size_t find_next(const struct plan *plan, const bool *left, const struct oc_bits *reached) {
    size_t nodes = plan->body->count;
    for (size_t h = 0; h < nodes; h++) {
        bool is_next = left[h];
        for (size_t o = 0; o < nodes && is_next; o++)
            is_next = !left[o] || !oc_bits_test(reached[o], h) || oc_bits_test(reached[h], o);
        if (is_next)
            return h;
    }
    return nodes;
}

// Puts the places of these heads in an order, loops together. `start` is the head of the loop that
// they are in, or OC_NO_NODE.
static void arrange(struct plan *plan, struct oc_bits heads, long start) {
    size_t nodes = plan->body->count;
    struct oc_arena *arena = plan->body->ir->arena;
    struct oc_bits *reached = OC_NEW_ARRAY(arena, nodes, struct oc_bits);
    bool *left = OC_NEW_ARRAY(arena, nodes, bool);
    for (size_t h = 0; h < nodes; h++) {
        left[h] = oc_bits_test(heads, h);
        reached[h] = find_reached(plan, heads, h, start);
    }
    for (size_t h; (h = find_next(plan, left, reached)) < nodes;) {
        size_t first = plan->count;
        struct oc_bits loop = oc_bits_make(arena, nodes);
        for (size_t o = 0; o < nodes; o++)
            if (left[o] && oc_bits_test(reached[o], h) && oc_bits_test(reached[h], o)) {
                oc_bits_set(loop, o);
                left[o] = false;
            }
        left[h] = false;
        if (oc_bits_empty(loop)) {
            plan->order[plan->count++] = h;
            continue;
        }
        arrange(plan, loop, (long)h);
        plan->loops[plan->loop_count++] = (struct loop){first, plan->count - 1};
    }
}

static void find_places(struct plan *plan) {
    struct oc_arena *arena = plan->body->ir->arena;
    size_t nodes = plan->body->count;
    plan->owner = OC_NEW_ARRAY(arena, nodes, long);
    plan->order = OC_NEW_ARRAY(arena, nodes, size_t);
    plan->loops = OC_NEW_ARRAY(arena, nodes, struct loop);
    plan->heads = oc_bits_make(arena, nodes);
    oc_bits_set(plan->heads, plan->entry);
    for (size_t i = 0; i < nodes; i++)
        if (oc_bits_test(plan->nodes, i) && (find_call(plan, plan->body->nodes[i].block) ||
                                             oc_lanepaths_find_await(plan->body->nodes[i].block)))
            oc_bits_set(plan->heads, i);
    while (!give_owners(plan))
        continue;
    struct oc_bits places = oc_bits_make(arena, nodes);
    for (size_t i = 0; i < nodes; i++)
        if (oc_bits_test(plan->heads, i) && i != plan->entry)
            oc_bits_set(places, i);
    arrange(plan, places, OC_NO_NODE);
}

// ---- The change --------------------------------------------------------------------------------

static LLVMValueRef number(const struct plan *plan, size_t value) {
    return LLVMConstInt(plan->edit->i32, value, false);
}

// The block that comes after the place `at`, whatever lanes do: the vote of a loop that ends there
// and has not been asked yet, or the next place. `asked` is how many such loops have been.
static LLVMBasicBlockRef find_after(const struct plan *plan, size_t at, size_t asked) {
    for (size_t l = 0; l < plan->loop_count; l++)
        if (plan->loops[l].last == at && asked-- == 0)
            return plan->votes[l];
    return at + 1 < plan->count ? plan->gates[at + 1] : plan->body->nodes[plan->end].block;
}

// The number of the place that begins with a node; the number of places for the end.
static size_t number_of(const struct plan *plan, size_t head) {
    size_t at = 0;
    while (at < plan->count && plan->order[at] != head)
        at++;
    return at;
}

// Lanes that come to another place note its number, and wait for it.
static void lead_ways(const struct plan *plan, size_t node) {
    const struct oc_body *body = plan->body;
    LLVMBasicBlockRef block = body->nodes[node].block;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    size_t owner = (size_t)plan->owner[node];
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        size_t next = (size_t)oc_body_node(body, LLVMGetSuccessor(end, s));
        if (next != plan->end && !oc_bits_test(plan->heads, next))
            continue;
        LLVMBasicBlockRef way = oc_edit_append_block(plan->edit, body->function);
        oc_edit_at_end(plan->edit, way, end);
        LLVMBuildStore(plan->edit->builder, number(plan, number_of(plan, next)), plan->at);
        if (plan->waits) {
            LLVMBuildStore(plan->edit->builder, LLVMConstAllOnes(plan->edit->i1), plan->moved);
            LLVMBuildStore(plan->edit->builder, LLVMConstNull(plan->edit->i1), plan->waits);
        }
        if (plan->waits && owner == plan->entry)
            LLVMBuildStore(plan->edit->builder, LLVMConstNull(plan->edit->i1), plan->goes);
        LLVMBuildBr(plan->edit->builder, owner == plan->entry
                                             ? plan->gates[0]
                                             : find_after(plan, number_of(plan, owner), 0));
        LLVMSetSuccessor(end, s, way);
    }
}

static LLVMValueRef build_ballot(const struct plan *plan, LLVMValueRef vote) {
    return plan->to->ballot(plan->to, plan->edit, vote);
}

static LLVMValueRef load_place(const struct plan *plan) {
    return LLVMBuildLoad2(plan->edit->builder, plan->edit->i32, plan->at, "");
}

// Builds whether the lane's place is in a loop.
static LLVMValueRef build_is_in(const struct plan *plan, struct loop loop) {
    LLVMBuilderRef builder = plan->edit->builder;
    return LLVMBuildICmp(builder, LLVMIntULE,
                         LLVMBuildSub(builder, load_place(plan), number(plan, loop.first), ""),
                         number(plan, loop.last - loop.first), "");
}

// Returns the number of the outermost loop that contains a place, or plan->loop_count if no loop
// does.
static size_t outermost_of(const struct plan *plan, size_t at) {
    size_t found = plan->loop_count;
    for (size_t l = 0; l < plan->loop_count; l++)
        if (plan->loops[l].first <= at && at <= plan->loops[l].last)
            found = l;
    return found;
}

static LLVMValueRef load_bit(const struct plan *plan, LLVMValueRef variable) {
    return LLVMBuildLoad2(plan->edit->builder, plan->edit->i1, variable, "");
}

// Builds whether a lane goes on at a place, if it is there, whose call has a mask: all lanes of the
// mask that are in the loop have come. Else it waits.
static LLVMValueRef build_goes(const struct plan *plan, size_t at, LLVMValueRef is_here,
                               LLVMValueRef mask) {
    LLVMBuilderRef builder = plan->edit->builder;
    struct loop loop = plan->loops[outermost_of(plan, at)];
    LLVMValueRef here = build_ballot(plan, is_here),
                 inside = build_ballot(plan, build_is_in(plan, loop));
    LLVMValueRef others = LLVMBuildAnd(builder, inside, LLVMBuildNot(builder, here, ""), "");
    LLVMValueRef have_come = LLVMBuildIsNull(builder, LLVMBuildAnd(builder, mask, others, ""), "");
    LLVMValueRef goes = LLVMBuildOr(builder, have_come, load_bit(plan, plan->goes), "");
    LLVMBuildStore(builder,
                   LLVMBuildSelect(builder, is_here, LLVMBuildNot(builder, goes, ""),
                                   load_bit(plan, plan->waits), ""),
                   plan->waits);
    return LLVMBuildAnd(builder, is_here, goes, "");
}

// Builds the gate of a place. If the place begins with a lane function, all lanes make that call.
// Then the lanes that go on at the place run its code.
static void build_gate(const struct plan *plan, size_t at) {
    LLVMBuilderRef builder = plan->edit->builder;
    LLVMBasicBlockRef block = plan->body->nodes[plan->order[at]].block;
    LLVMValueRef call = find_call(plan, block), await = oc_lanepaths_find_await(block);
    LLVMValueRef begins = call ? call : await;
    oc_edit_at_end(plan->edit, plan->gates[at], begins);
    LLVMValueRef is_present =
        LLVMBuildICmp(builder, LLVMIntEQ, load_place(plan), number(plan, at), "");
    for (LLVMValueRef first; begins && (first = LLVMGetFirstInstruction(block)) != begins;)
        oc_edit_move_to_end(plan->edit, first, plan->gates[at]);
    oc_edit_at_end(plan->edit, plan->gates[at], begins);
    if (call) {
        plan->to->take_part(plan->edit, is_present);
        oc_edit_move_to_end(plan->edit, call, plan->gates[at]);
    } else if (await) {
        is_present = build_goes(plan, at, is_present, LLVMGetOperand(await, 0));
        LLVMInstructionEraseFromParent(await);
    }
    oc_edit_at_end(plan->edit, plan->gates[at], call);
    LLVMBuildCondBr(builder, is_present, block, find_after(plan, at, 0));
}

// Builds the end of a loop. Lanes that wait for others of their masks do so in the outermost loop
// alone. If no lane has come to a place in a turn of that, all go on that wait.
static void build_vote(const struct plan *plan, size_t at) {
    LLVMBuilderRef builder = plan->edit->builder;
    struct loop loop = plan->loops[at];
    size_t asked = 1;
    for (size_t l = 0; l < at; l++)
        asked += plan->loops[l].last == loop.last;
    oc_edit_at_end(plan->edit, plan->votes[at], LLVMGetFirstInstruction(plan->gates[loop.first]));
    bool is_outermost = outermost_of(plan, loop.first) == at;
    if (plan->waits && is_outermost) {
        LLVMValueRef moved = build_ballot(plan, load_bit(plan, plan->moved));
        LLVMBuildStore(builder, LLVMBuildIsNull(builder, moved, ""), plan->goes);
        LLVMBuildStore(builder, LLVMConstNull(plan->edit->i1), plan->moved);
    }
    LLVMValueRef stays = build_is_in(plan, loop);
    if (plan->waits && !is_outermost)
        stays = LLVMBuildAnd(builder, stays, LLVMBuildNot(builder, load_bit(plan, plan->waits), ""),
                             "");
    LLVMValueRef lanes = build_ballot(plan, stays);
    LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, lanes, ""),
                    find_after(plan, loop.last, asked), plan->gates[loop.first]);
}

static bool has_awaits(const struct plan *plan) {
    for (size_t i = 0; i < plan->body->count; i++)
        if (oc_bits_test(plan->nodes, i) && oc_lanepaths_find_await(plan->body->nodes[i].block))
            return true;
    return false;
}

void oc_lanepaths_join(const struct oc_lanepaths *to, struct oc_edit *edit,
                       const struct oc_body *body, struct oc_lanepart part) {
    struct plan plan = {.edit = edit, .to = to, .body = body};
    plan.entry = (size_t)oc_body_node(body, part.entry);
    plan.end = (size_t)oc_body_node(body, part.end);
    plan.nodes = oc_body_reachable(body, plan.entry, plan.end);
    find_places(&plan);
    oc_edit_before(edit, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(body->function)));
    plan.at = LLVMBuildAlloca(edit->builder, edit->i32, "");
    if (has_awaits(&plan)) {
        plan.waits = LLVMBuildAlloca(edit->builder, edit->i1, "");
        plan.moved = LLVMBuildAlloca(edit->builder, edit->i1, "");
        plan.goes = LLVMBuildAlloca(edit->builder, edit->i1, "");
    }
    plan.gates = OC_NEW_ARRAY(edit->ir->arena, plan.count + 1, LLVMBasicBlockRef);
    plan.votes = OC_NEW_ARRAY(edit->ir->arena, plan.loop_count + 1, LLVMBasicBlockRef);
    for (size_t i = 0; i < plan.count; i++)
        plan.gates[i] = oc_edit_append_block(edit, body->function);
    for (size_t i = 0; i < plan.loop_count; i++)
        plan.votes[i] = oc_edit_append_block(edit, body->function);
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(plan.nodes, i))
            lead_ways(&plan, i);
    for (size_t i = 0; i < plan.count; i++)
        build_gate(&plan, i);
    for (size_t i = 0; i < plan.loop_count; i++)
        build_vote(&plan, i);
}
