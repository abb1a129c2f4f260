#include "cpu/grouppaths.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "cpu/analysis/uniform.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanevectors.h"
#include "ir/edit.h"
#include "ir/logic.h"
#include "ir/waits.h"

#include <string.h>

// The most blocks of a thread's code that are looked at.
enum { MOST_NODES = 2000 };

// Code that all lanes enter and leave together, though they may go different ways in it.
struct part {
    LLVMBasicBlockRef entry; // in the part
    LLVMBasicBlockRef end;   // the first block after it
    struct oc_bits nodes;    // of the body in which it was found
};

// ---- Which code --------------------------------------------------------------------------------

static LLVMValueRef find_lane_function(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (oc_waits_for_lanes(instruction))
            return instruction;
    return NULL;
}

static struct oc_uniform analyze(const struct oc_body *body) {
    struct oc_values privates = {.arena = body->ir->arena}, calls = privates;
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(body->function))
        if (LLVMIsAAllocaInst(instruction))
            oc_values_add(&privates, instruction);
    oc_lanefunctions_find(body->function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_lanefunctions_have_one_result(calls.items[i]))
            oc_uniform_mark_vote(body->ir, calls.items[i]);
    struct oc_uniform uniform;
    oc_uniform_analyze(body, &privates, &uniform);
    return uniform;
}

// Leads a branch at the end of a block that is split: to `other` if an answer that is the same for
// all lanes is `skips`, else to the branch.
static void ask_before(struct oc_edit *edit, LLVMBasicBlockRef block, LLVMBasicBlockRef other,
                       LLVMValueRef answer, bool skips) {
    LLVMBasicBlockRef before = LLVMGetInsertBlock(edit->builder);
    LLVMBuildCondBr(edit->builder, answer, skips ? other : block, skips ? block : other);
    OC_EACH_INSTRUCTION (phi, other) {
        if (!LLVMIsAPHINode(phi))
            break;
        LLVMValueRef value = oc_edit_incoming(phi, block);
        LLVMAddIncoming(phi, &value, &before, 1);
    }
}

// The part of an index that is the same for all lanes, where the index is the sum of it and of the
// lane's number, without a carry; NULL: a value has another form.
static LLVMValueRef first_of(const struct oc_uniform *uniform, LLVMValueRef index) {
    LLVMOpcode opcode =
        LLVMIsAInstruction(index) ? LLVMGetInstructionOpcode(index) : LLVMUnreachable;
    if (!(opcode == LLVMAdd && LLVMGetNUW(index)) &&
        !(opcode == LLVMOr && LLVMGetIsDisjoint(index)))
        return NULL;
    LLVMValueRef left = LLVMGetOperand(index, 0), right = LLVMGetOperand(index, 1);
    if (oc_uniform_is(uniform, left) == oc_uniform_is(uniform, right))
        return NULL;
    return oc_uniform_is(uniform, left) ? left : right;
}

static bool is_asked_before(LLVMBasicBlockRef block, LLVMValueRef left, LLVMValueRef right) {
    LLVMBasicBlockRef before = oc_ir_only_predecessor(block);
    LLVMValueRef branch = before ? LLVMGetBasicBlockTerminator(before) : NULL;
    if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    LLVMValueRef compare = LLVMGetCondition(branch);
    return LLVMIsAICmpInst(compare) && LLVMGetOperand(compare, 0) == left &&
           LLVMGetOperand(compare, 1) == right;
}

// In `if (index < n)`, where the first lane's index is not less, no lane's is: the group goes past.
// So `if (thread < 8)` is for one group of the block.
static bool part_comparison(struct oc_edit *edit, const struct oc_uniform *uniform,
                            LLVMBasicBlockRef block, LLVMValueRef branch) {
    LLVMValueRef compare = LLVMGetCondition(branch);
    if (!LLVMIsAICmpInst(compare) || LLVMGetICmpPredicate(compare) != LLVMIntULT)
        return false;
    LLVMValueRef bound = LLVMGetOperand(compare, 1);
    LLVMValueRef first = first_of(uniform, LLVMGetOperand(compare, 0));
    LLVMBasicBlockRef other = LLVMGetSuccessor(branch, 1);
    if (!first || !oc_uniform_is(uniform, bound) || other == LLVMGetSuccessor(branch, 0) ||
        is_asked_before(block, first, bound))
        return false;
    oc_edit_split_before(edit, branch);
    LLVMValueRef any = LLVMBuildICmp(edit->builder, LLVMIntULT, first, bound, "");
    ask_before(edit, block, other, any, false);
    return true;
}

// Makes two branches of one on `a && b` or `a || b`, if only one of the two is the same for all
// lanes: `if (group == 0 && lane < 8)`. That one is asked first, so other groups spare the rest.
static bool part_condition(struct oc_edit *edit, const struct oc_uniform *uniform,
                           LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block), left, right;
    bool is_or;
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    if (part_comparison(edit, uniform, block, branch))
        return true;
    if (!oc_logic_read_both(LLVMGetCondition(branch), &left, &right, &is_or) ||
        oc_uniform_is(uniform, left) == oc_uniform_is(uniform, right))
        return false;
    LLVMValueRef first = oc_uniform_is(uniform, left) ? left : right,
                 then = first == left ? right : left;
    LLVMBasicBlockRef other = LLVMGetSuccessor(branch, is_or ? 0 : 1);
    LLVMSetCondition(branch, then);
    oc_edit_split_before(edit, branch);
    if (first == right) // it was not asked where the other one decides
        first = LLVMBuildFreeze(edit->builder, first, "");
    ask_before(edit, block, other, first, is_or);
    return true;
}

// Whether control comes to these nodes only at `entry`, and that only once; and no barrier of the
// block is in them.
static bool is_closed(const struct oc_body *body, struct oc_bits nodes, size_t entry) {
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

// Finds the smallest part that contains a node. Returns false if no part does.
static bool find_part(const struct oc_uniform *uniform, const struct oc_bits *post_dominators,
                      size_t node, struct part *out) {
    const struct oc_body *body = uniform->body;
    for (size_t entry = node; entry-- > 0;) {
        if (oc_bits_test(uniform->divergent, entry))
            continue;
        for (size_t end = entry + 1; end < body->count; end++) {
            if (!oc_bits_test(post_dominators[entry], end) || oc_bits_test(uniform->divergent, end))
                continue;
            struct oc_bits nodes = oc_body_reachable(body, entry, end);
            if (!oc_bits_test(nodes, node) || !is_closed(body, nodes, entry))
                continue;
            *out = (struct part){body->nodes[entry].block, body->nodes[end].block, nodes};
            return true;
        }
    }
    return false;
}

static bool has_lane_functions(const struct oc_body *body, struct oc_bits nodes) {
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(nodes, i) && find_lane_function(body->nodes[i].block))
            return true;
    return false;
}

// Makes branches of conditions that are in part the same for all lanes, if there are lane functions
// that only some lanes meet. Returns whether there were any such conditions.
static bool part_conditions(struct oc_edit *edit, const struct oc_body *body) {
    struct oc_uniform uniform = analyze(body);
    bool any = false;
    if (!has_lane_functions(body, uniform.divergent))
        return false;
    for (size_t i = 0; i < body->count; i++)
        if (i != body->exit && !oc_bits_test(uniform.divergent, i))
            any |= part_condition(edit, &uniform, body->nodes[i].block);
    return any;
}

// Leaves out the parts that are in a larger one. Returns false if a part is only partly in it.
static bool keep_others(const struct oc_body *body, struct part *parts, size_t *count,
                        struct oc_bits larger) {
    size_t kept = 0;
    for (size_t p = 0; p < *count; p++) {
        struct oc_bits inside = oc_bits_make(body->ir->arena, body->count);
        oc_bits_add(inside, parts[p].nodes);
        oc_bits_keep(inside, larger);
        if (oc_bits_empty(inside))
            parts[kept++] = parts[p];
        else if (!oc_bits_equal(inside, parts[p].nodes))
            return false;
    }
    *count = kept;
    return true;
}

// Finds the parts with the lane functions that only some lanes meet. Returns how many there are; 0
// also if one of them is in no part.
static size_t find_parts(const struct oc_body *body, struct part *out) {
    struct oc_uniform uniform = analyze(body);
    struct oc_bits *post_dominators = oc_body_post_dominators(body);
    struct oc_bits done = oc_bits_make(body->ir->arena, body->count);
    size_t count = 0;
    for (size_t i = 0; i < body->count; i++) {
        struct part part;
        if (!oc_bits_test(uniform.divergent, i) || oc_bits_test(done, i) ||
            !find_lane_function(body->nodes[i].block))
            continue;
        if (!find_part(&uniform, post_dominators, i, &part) ||
            !keep_others(body, out, &count, part.nodes))
            return 0;
        oc_bits_add(done, part.nodes);
        out[count++] = part;
    }
    return count;
}

// ---- Places and their order --------------------------------------------------------------------

struct loop {
    size_t first, last; // the numbers of places
};

struct plan {
    struct oc_edit *edit;
    unsigned lanes;
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
    LLVMBasicBlockRef *gates; // of a place: asks whether a lane goes on there
    LLVMBasicBlockRef *votes; // of a loop: asks whether there are lanes in it
};

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
        if (oc_bits_test(plan->nodes, i) && find_lane_function(plan->body->nodes[i].block))
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
        LLVMBuildBr(plan->edit->builder, owner == plan->entry
                                             ? plan->gates[0]
                                             : find_after(plan, number_of(plan, owner), 0));
        LLVMSetSuccessor(end, s, way);
    }
}

static void call_present(const struct plan *plan, LLVMValueRef is_present) {
    LLVMModuleRef module = plan->edit->ir->module;
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(plan->edit->ir->context), &plan->edit->i1, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(module, OC_NAME_PRESENT_IN_GROUP);
    if (!function)
        function = LLVMAddFunction(module, OC_NAME_PRESENT_IN_GROUP, type);
    LLVMBuildCall2(plan->edit->builder, type, function, &is_present, 1, "");
}

// Builds the gate of a place. If the place begins with a lane function, all lanes make that call.
// Then the lanes that go on at the place run its code.
static void build_gate(const struct plan *plan, size_t at) {
    LLVMBuilderRef builder = plan->edit->builder;
    LLVMBasicBlockRef block = plan->body->nodes[plan->order[at]].block;
    LLVMValueRef call = find_lane_function(block);
    oc_edit_at_end(plan->edit, plan->gates[at], call);
    LLVMValueRef is_present =
        LLVMBuildICmp(builder, LLVMIntEQ, LLVMBuildLoad2(builder, plan->edit->i32, plan->at, ""),
                      number(plan, at), "");
    for (LLVMValueRef first; call && (first = LLVMGetFirstInstruction(block)) != call;)
        oc_edit_move_to_end(plan->edit, first, plan->gates[at]);
    if (call) {
        oc_edit_at_end(plan->edit, plan->gates[at], call);
        call_present(plan, is_present);
        oc_edit_move_to_end(plan->edit, call, plan->gates[at]);
    }
    oc_edit_at_end(plan->edit, plan->gates[at], call);
    LLVMBuildCondBr(builder, is_present, block, find_after(plan, at, 0));
}

static void build_vote(const struct plan *plan, size_t at) {
    LLVMBuilderRef builder = plan->edit->builder;
    struct loop loop = plan->loops[at];
    size_t asked = 1;
    for (size_t l = 0; l < at; l++)
        asked += plan->loops[l].last == loop.last;
    LLVMValueRef call = find_lane_function(plan->gates[loop.first]);
    oc_edit_at_end(plan->edit, plan->votes[at], call);
    LLVMValueRef place = LLVMBuildLoad2(builder, plan->edit->i32, plan->at, "");
    LLVMValueRef stays = LLVMBuildICmp(builder, LLVMIntULE,
                                       LLVMBuildSub(builder, place, number(plan, loop.first), ""),
                                       number(plan, loop.last - loop.first), "");
    LLVMTypeRef types[] = {plan->edit->i32, plan->edit->i32};
    LLVMTypeRef type = LLVMFunctionType(plan->edit->i64, types, 2, false);
    LLVMValueRef arguments[] = {LLVMBuildZExt(builder, stays, plan->edit->i32, ""),
                                number(plan, plan->lanes)};
    LLVMValueRef ballot = LLVMGetNamedFunction(plan->edit->ir->module, OC_NAME_GROUP_BALLOT);
    if (!ballot) {
        ballot = LLVMAddFunction(plan->edit->ir->module, OC_NAME_GROUP_BALLOT, type);
        oc_ir_add_attribute(plan->edit->ir, ballot, "convergent");
    }
    LLVMValueRef lanes = LLVMBuildCall2(builder, type, ballot, arguments, 2, "");
    LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, lanes, ""),
                    find_after(plan, loop.last, asked), plan->gates[loop.first]);
}

static void join(struct oc_edit *edit, const struct oc_body *body, struct part part,
                 unsigned lanes) {
    struct plan plan = {.edit = edit, .lanes = lanes, .body = body};
    plan.entry = (size_t)oc_body_node(body, part.entry);
    plan.end = (size_t)oc_body_node(body, part.end);
    plan.nodes = oc_body_reachable(body, plan.entry, plan.end);
    find_places(&plan);
    oc_edit_before(edit, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(body->function)));
    plan.at = LLVMBuildAlloca(edit->builder, edit->i32, "");
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

// ---- Values ------------------------------------------------------------------------------------

// Whether a value is there when a part begins.
static bool is_there(const struct oc_body *body, const struct part *part, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return true;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    long node = oc_body_node(body, block);
    return block == part->entry || node == OC_NO_NODE || !oc_bits_test(part->nodes, (size_t)node);
}

// Whether a value of a part could be computed where the part begins, and costs little.
static bool can_lift(const struct oc_body *body, const struct part *part, LLVMValueRef value,
                     unsigned depth) {
    enum { MOST_DEPTH = 8 };
    if (is_there(body, part, value))
        return true;
    if (depth > MOST_DEPTH ||
        (!oc_ir_is_index_arithmetic(value) && !LLVMIsAGetElementPtrInst(value)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!can_lift(body, part, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

static void lift_value(struct oc_edit *edit, const struct oc_body *body, const struct part *part,
                       LLVMValueRef value) {
    if (is_there(body, part, value))
        return;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        lift_value(edit, body, part, LLVMGetOperand(value, (unsigned)i));
    LLVMInstructionRemoveFromParent(value);
    LLVMPositionBuilderBefore(edit->builder, LLVMGetBasicBlockTerminator(part->entry));
    LLVMInsertIntoBuilder(edit->builder, value);
}

static bool is_used_elsewhere(LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMGetInstructionParent(LLVMGetUser(use)) != LLVMGetInstructionParent(value))
            return true;
    return false;
}

// Has indices and addresses computed where a part begins, for all lanes. The rest of the part is
// cut, and a lane would keep them in memory from one piece to another. Then it would not show that
// those of neighbouring lanes are neighbours.
static void lift(struct oc_edit *edit, const struct oc_body *body, const struct part *part) {
    struct oc_values lifted = {.arena = edit->ir->arena};
    for (size_t n = 0; n < body->count; n++)
        if (oc_bits_test(part->nodes, n))
            OC_EACH_INSTRUCTION (instruction, body->nodes[n].block)
                if (is_used_elsewhere(instruction) && can_lift(body, part, instruction, 0))
                    oc_values_add(&lifted, instruction);
    for (size_t i = 0; i < lifted.count; i++)
        lift_value(edit, body, part, lifted.items[i]);
}

bool oc_grouppaths_join(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_body body;
    oc_body_split(&edit, function);
    oc_body_read(ir, function, &body);
    while (body.count <= MOST_NODES && part_conditions(&edit, &body))
        oc_body_read(ir, function, &body);
    struct part *parts = OC_NEW_ARRAY(ir->arena, body.count, struct part);
    size_t count = body.count <= MOST_NODES ? find_parts(&body, parts) : 0;
    for (size_t i = 0; i < count; i++)
        lift(&edit, &body, &parts[i]);
    // Values of the threads are in memory while the control flow changes.
    bool done = !count || oc_ir_run_on_function(ir, function, "reg2mem", NULL);
    if (done && count) {
        oc_body_read(ir, function, &body);
        for (size_t i = 0; i < count; i++)
            join(&edit, &body, parts[i], lanes);
    }
    oc_edit_end(&edit);
    return done;
}
