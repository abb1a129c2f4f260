#include "cpu/grouppaths.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "cpu/analysis/uniform.h"
#include "cpu/awaits.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanepaths.h"
#include "cpu/lanevectors.h"
#include "ir/edit.h"
#include "ir/logic.h"
#include "ir/waits.h"

#include <string.h>

// The most blocks of a thread's code that are looked at, and the most calls in it that wait for
// lanes in other turns of a loop: LLVM takes long for the code that they become.
enum { MOST_NODES = 2000, MOST_AWAITS = 64 };

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

struct view {
    struct oc_awaits_view of_awaits;
    const struct oc_uniform *uniform;
};

static bool parts_lanes(const struct oc_awaits_view *view, LLVMBasicBlockRef block) {
    const struct oc_uniform *uniform = ((const struct view *)view)->uniform;
    return oc_body_node(uniform->body, block) != OC_NO_NODE &&
           !oc_uniform_is(uniform, LLVMGetOperand(LLVMGetBasicBlockTerminator(block), 0));
}

// The nodes of the loop in whose turns lanes come to a call that waits for others; empty if there
// is no such loop.
static struct oc_bits find_loop(const struct oc_uniform *uniform, LLVMValueRef await,
                                const struct oc_loop_info *loops) {
    const struct oc_body *body = uniform->body;
    struct oc_bits nodes = oc_bits_make(body->ir->arena, body->count);
    const struct view view = {{parts_lanes, oc_awaits_has_barrier}, uniform};
    const struct oc_loop *loop = oc_awaits_loop(loops, await, &view.of_awaits);
    for (size_t i = 0; loop && i < body->count; i++)
        if (oc_loop_has(loop, body->nodes[i].block))
            oc_bits_set(nodes, i);
    return nodes;
}

// Removes the calls before lane functions with masks whose lanes come in the same turns of loops.
// Returns how many are left.
static size_t drop_awaits(const struct oc_body *body) {
    size_t left = 0;
    struct oc_uniform uniform = analyze(body);
    struct oc_loop_info *loops = oc_loops_read(body->function);
    for (size_t i = 0; i < body->count; i++) {
        LLVMValueRef await = oc_lanepaths_find_await(body->nodes[i].block);
        if (await && oc_bits_empty(find_loop(&uniform, await, loops)))
            LLVMInstructionEraseFromParent(await);
        else
            left += await != NULL;
    }
    oc_loops_dispose(loops);
    return left;
}

// Finds the smallest part that contains all of `others`, one of which is `node`. Returns false if
// no part does.
static bool find_part(const struct oc_uniform *uniform, const struct oc_bits *post_dominators,
                      size_t node, struct oc_bits others, struct oc_lanepart *out) {
    const struct oc_body *body = uniform->body;
    for (size_t entry = node; entry-- > 0;) {
        if (oc_bits_test(uniform->divergent, entry))
            continue;
        for (size_t end = entry + 1; end < body->count; end++) {
            if (!oc_bits_test(post_dominators[entry], end) || oc_bits_test(uniform->divergent, end))
                continue;
            struct oc_bits nodes = oc_body_reachable(body, entry, end);
            if (!oc_bits_have(nodes, others) || !oc_lanepaths_is_closed(body, nodes, entry))
                continue;
            *out = (struct oc_lanepart){body->nodes[entry].block, body->nodes[end].block, nodes};
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
static bool keep_others(const struct oc_body *body, struct oc_lanepart *parts, size_t *count,
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

// Finds the parts with the lane functions that only some lanes meet. A part with a call that waits
// for lanes in other turns of a loop has the whole loop, and comes before the parts in it. Returns
// how many there are; 0 also if one of the functions is in no part.
static size_t find_parts(const struct oc_body *body, struct oc_lanepart *out) {
    struct oc_uniform uniform = analyze(body);
    struct oc_bits *post_dominators = oc_body_post_dominators(body);
    struct oc_bits done = oc_bits_make(body->ir->arena, body->count);
    struct oc_loop_info *loops = oc_loops_read(body->function);
    size_t count = 0;
    bool found = true;
    for (size_t n = 0; found && n < 2 * body->count; n++) {
        size_t i = n % body->count;
        struct oc_lanepart part;
        struct oc_bits others = oc_bits_make(body->ir->arena, body->count);
        LLVMValueRef await = oc_lanepaths_find_await(body->nodes[i].block);
        if (await)
            others = find_loop(&uniform, await, loops);
        oc_bits_set(others, i);
        if (!oc_bits_test(uniform.divergent, i) || oc_bits_have(done, others) ||
            (n < body->count ? !await : !find_lane_function(body->nodes[i].block)))
            continue;
        found = find_part(&uniform, post_dominators, i, others, &part) &&
                keep_others(body, out, &count, part.nodes);
        if (!found)
            break;
        oc_bits_add(done, part.nodes);
        out[count++] = part;
    }
    oc_loops_dispose(loops);
    return found ? count : 0;
}

// ---- Values ------------------------------------------------------------------------------------

// Whether a value is there when a part begins.
static bool is_there(const struct oc_body *body, const struct oc_lanepart *part,
                     LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return true;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    long node = oc_body_node(body, block);
    return block == part->entry || node == OC_NO_NODE || !oc_bits_test(part->nodes, (size_t)node);
}

// Whether a value of a part could be computed where the part begins, and costs little.
static bool can_lift(const struct oc_body *body, const struct oc_lanepart *part, LLVMValueRef value,
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

static void lift_value(struct oc_edit *edit, const struct oc_body *body,
                       const struct oc_lanepart *part, LLVMValueRef value) {
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
static void lift(struct oc_edit *edit, const struct oc_body *body, const struct oc_lanepart *part) {
    struct oc_values lifted = {.arena = edit->ir->arena};
    for (size_t n = 0; n < body->count; n++)
        if (oc_bits_test(part->nodes, n))
            OC_EACH_INSTRUCTION (instruction, body->nodes[n].block)
                if (is_used_elsewhere(instruction) && can_lift(body, part, instruction, 0))
                    oc_values_add(&lifted, instruction);
    for (size_t i = 0; i < lifted.count; i++)
        lift_value(edit, body, part, lifted.items[i]);
}

// ---- The change --------------------------------------------------------------------------------

struct of_group {
    struct oc_lanepaths paths;
    unsigned lanes; // in a group
};

static void take_part(struct oc_edit *edit, LLVMValueRef is_present) {
    oc_edit_call(edit, OC_NAME_PRESENT_IN_GROUP, LLVMVoidTypeInContext(edit->ir->context),
                 &is_present, 1);
}

static LLVMValueRef build_ballot(const struct oc_lanepaths *paths, struct oc_edit *edit,
                                 LLVMValueRef vote) {
    const struct of_group *of = (const struct of_group *)paths;
    vote = LLVMBuildZExt(edit->builder, vote, edit->i32, "");
    return oc_lanefunctions_build_ballot(edit, vote, of->lanes);
}

bool oc_grouppaths_join(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_body body;
    const struct of_group of = {{find_lane_function, take_part, build_ballot}, lanes};
    oc_body_split(&edit, function);
    oc_body_read(ir, function, &body);
    while (body.count <= MOST_NODES && part_conditions(&edit, &body))
        oc_body_read(ir, function, &body);
    bool are_few = drop_awaits(&body) <= MOST_AWAITS && body.count <= MOST_NODES;
    struct oc_lanepart *parts = OC_NEW_ARRAY(ir->arena, body.count, struct oc_lanepart);
    size_t count = are_few ? find_parts(&body, parts) : 0;
    for (size_t i = 0; i < count; i++)
        lift(&edit, &body, &parts[i]);
    // Values of the threads are in memory while the control flow changes.
    bool done = !count || oc_ir_run_on_function(ir, function, "reg2mem", NULL);
    if (done && count) {
        oc_body_read(ir, function, &body);
        for (size_t i = 0; i < count; i++)
            oc_lanepaths_join(&of.paths, &edit, &body, parts[i]);
    }
    oc_awaits_drop(ir, function);
    oc_edit_end(&edit);
    return done;
}
