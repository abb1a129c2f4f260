#include "cpu/returned.h"

#include "cpu/lanefunctions.h"
#include "cpu/leavers.h"
#include "cpu/loops/ways.h"
#include "ir/edit.h"

#include <string.h>

struct change {
    struct oc_leavers found;
    LLVMBasicBlockRef *fronts; // of each node: its first block
    LLVMBasicBlockRef *ends;   // of each region: what all its threads come to
    LLVMValueRef stays;        // a variable of the thread: it has not left
};

static LLVMValueRef bit(const struct change *change, bool value) {
    return LLVMConstInt(change->found.edit->i1, value, false);
}

static LLVMValueRef load_stays(const struct change *change) {
    return LLVMBuildLoad2(change->found.edit->builder, change->found.edit->i1, change->stays, "");
}

static LLVMValueRef make_variable(const struct change *change, LLVMTypeRef type) {
    oc_edit_before(change->found.edit,
                   LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(change->found.function)));
    return LLVMBuildAlloca(change->found.edit->builder, type, "");
}

// Whether threads come from a block to the meeting only if they leave.
static bool is_of_those_that_leave(const struct change *change, LLVMBasicBlockRef block) {
    return oc_leavers_at_guard(&change->found, block) ||
           oc_body_node(&change->found.body, block) == OC_NO_NODE;
}

// A phi where all meet becomes a variable. Those that left have set it, and keep what it holds.
static void keep_phi(const struct change *change, LLVMValueRef phi) {
    LLVMTypeRef type = LLVMTypeOf(phi);
    LLVMBuilderRef builder = change->found.edit->builder;
    LLVMValueRef variable = make_variable(change, type);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        oc_edit_before(change->found.edit, LLVMGetBasicBlockTerminator(block));
        if (!is_of_those_that_leave(change, block))
            value = LLVMBuildSelect(builder, load_stays(change), value,
                                    LLVMBuildLoad2(builder, type, variable, ""), "");
        LLVMBuildStore(builder, value, variable);
    }
    LLVMBasicBlockRef after = LLVMGetInstructionParent(phi);
    if (change->found.barrier)
        after = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(change->found.barrier), 0);
    oc_edit_before(change->found.edit, oc_edit_after_phis(after));
    LLVMReplaceAllUsesWith(phi, LLVMBuildLoad2(builder, type, variable, ""));
    LLVMInstructionEraseFromParent(phi);
}

static void keep_phis(const struct change *change) {
    for (LLVMValueRef phi;
         (phi = LLVMGetFirstInstruction(change->found.meeting)) && LLVMIsAPHINode(phi);)
        keep_phi(change, phi);
}

static void move_before(const struct change *change, LLVMValueRef instruction,
                        LLVMValueRef position) {
    const char *name =
        oc_arena_printf(change->found.edit->ir->arena, "%s", oc_ir_name(instruction));
    LLVMInstructionRemoveFromParent(instruction);
    LLVMPositionBuilderBefore(change->found.edit->builder, position);
    LLVMSetCurrentDebugLocation2(change->found.edit->builder, NULL);
    LLVMInsertIntoBuilderWithName(change->found.edit->builder, instruction, name);
}

// The values of a region that are computed at this place, in order.
static struct oc_values values_at(const struct change *change, const struct oc_region *region,
                                  enum oc_leavers_place at) {
    struct oc_values values = {.arena = change->found.edit->ir->arena};
    size_t place;
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION (instruction, change->found.body.nodes[region->nodes[n]].block)
            if (!LLVMIsAPHINode(instruction) &&
                oc_map_get(&change->found.places, instruction, &place) && place == (size_t)at)
                oc_values_add(&values, instruction);
    return values;
}

// Moves what is computed at a region's head or end there: before `end`. Returns the first
// instruction in the head after that.
static LLVMValueRef move_values(const struct change *change, const struct oc_region *region,
                                LLVMValueRef end) {
    LLVMValueRef first = oc_edit_after_phis(change->found.body.nodes[region->head].block);
    const struct oc_values to_head = values_at(change, region, OC_AT_HEAD),
                           to_end = values_at(change, region, OC_AT_END);
    for (size_t i = 0; i < to_head.count; i++)
        if (to_head.items[i] == first)
            first = LLVMGetNextInstruction(first);
        else
            move_before(change, to_head.items[i], first);
    for (size_t i = 0; i < to_end.count; i++) {
        if (to_end.items[i] == first)
            first = LLVMGetNextInstruction(first);
        move_before(change, to_end.items[i], end);
    }
    return first;
}

struct ways_in {
    const struct change *change;
    long region;
};

static bool is_from_region(const void *data, LLVMBasicBlockRef block) {
    const struct ways_in *ways = (const struct ways_in *)data;
    long node = oc_body_node(&ways->change->found.body, block);
    return node != OC_NO_NODE && ways->change->found.regions.of_node[node] == ways->region;
}

// What a phi after a region gets from it, in a block between the two.
static LLVMValueRef value_at(const struct ways_in *ways, LLVMBasicBlockRef end, LLVMValueRef phi) {
    LLVMBuilderRef builder = ways->change->found.edit->builder;
    LLVMValueRef value = NULL, merged = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && !merged; i++) {
        LLVMValueRef other = LLVMGetIncomingValue(phi, i);
        if (!is_from_region(ways, LLVMGetIncomingBlock(phi, i)) || other == value)
            continue;
        if (value) {
            LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(end));
            merged = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
        }
        value = other;
    }
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && merged; i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef other = LLVMGetIncomingValue(phi, i);
        if (is_from_region(ways, block))
            LLVMAddIncoming(merged, &other, &block, 1);
    }
    return merged ? merged : value;
}

// Makes the block that all threads come to at the end of a region that one node follows.
static LLVMBasicBlockRef make_end(const struct change *change, size_t region) {
    const struct oc_region *at = &change->found.regions.items[region];
    struct oc_edit *edit = change->found.edit;
    LLVMBasicBlockRef next = change->fronts[at->next];
    LLVMBasicBlockRef end = oc_edit_append_block(edit, change->found.function);
    struct ways_in ways = {change, (long)region};
    struct oc_values phis = {.arena = edit->ir->arena};
    oc_edit_at_end(edit, end, NULL);
    LLVMBuildBr(edit->builder, next);
    OC_EACH_INSTRUCTION (phi, next)
        if (LLVMIsAPHINode(phi))
            oc_values_add(&phis, phi);
    for (size_t p = 0; p < phis.count; p++)
        oc_ways_replace_phi(edit->builder, phis.items[p], is_from_region, &ways,
                            value_at(&ways, end, phis.items[p]), end);
    for (size_t n = 0; n < at->count; n++)
        oc_edit_lead_to(change->found.body.nodes[at->nodes[n]].block, next, end);
    return end;
}

// Whether a guard decides for every thread of its region, by what is computed at its head.
static bool decides_alone(struct change *change, const struct oc_leaving *guard) {
    const struct oc_body *body = &change->found.body;
    const struct oc_region *region = &change->found.regions.items[guard->region];
    struct oc_bits nodes = oc_bits_make(body->ir->arena, body->count);
    for (size_t n = 0; n < region->count; n++)
        oc_bits_set(nodes, region->nodes[n]);
    size_t to = (size_t)(region->branch != OC_NO_NODE ? region->branch : region->next);
    oc_bits_set(nodes, to);
    return oc_body_passes(body, nodes, region->head, to,
                          (size_t)oc_body_node_of(body, guard->branch)) &&
           oc_leavers_to_head(&change->found, LLVMGetCondition(guard->branch), guard->region);
}

// Whether all guards of a region do.
static bool is_decided_at_head(struct change *change, long region) {
    bool is = true;
    for (size_t g = 0; g < change->found.guard_count; g++)
        if (change->found.guards[g].region == region)
            is = is && decides_alone(change, &change->found.guards[g]);
    return is;
}

// At the builder's position: whether the thread stays from there on.
static void store_stays(const struct change *change, long region) {
    LLVMBuilderRef builder = change->found.edit->builder;
    LLVMValueRef stays = load_stays(change);
    for (size_t g = 0; g < change->found.guard_count; g++) {
        const struct oc_leaving *guard = &change->found.guards[g];
        LLVMValueRef condition = LLVMGetCondition(guard->branch);
        if (guard->region == region)
            stays = guard->side == 0
                        ? LLVMBuildSelect(builder, stays, condition, bit(change, false), "")
                        : LLVMBuildSelect(builder, stays, LLVMBuildNot(builder, condition, ""),
                                          bit(change, false), "");
    }
    LLVMBuildStore(builder, stays, change->stays);
}

// What is known of a region while it is changed.
struct parts {
    LLVMBasicBlockRef head, inside; // the head ends with a branch to `inside`, which only threads
                                    // do that are left
    LLVMValueRef stays;             // whether the thread is left when it comes to the head
};

// Gives a region an end that all threads run, with what is computed there. Returns the first
// instruction of the head that is not for all threads.
static LLVMValueRef part_end(struct change *change, size_t r) {
    const struct oc_region *region = &change->found.regions.items[r];
    bool branches = region->branch != OC_NO_NODE;
    LLVMBasicBlockRef head = change->found.body.nodes[region->head].block;
    LLVMBasicBlockRef end =
        branches ? change->found.body.nodes[region->branch].block : make_end(change, r);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(end);
    LLVMValueRef first = move_values(change, region, last), until = last;
    size_t count = values_at(change, region, OC_AT_END).count;
    change->ends[r] = end;
    if (!branches)
        return first;
    while (count--)
        until = LLVMGetPreviousInstruction(until);
    oc_edit_split_before(change->found.edit, until);
    change->fronts[region->branch] = LLVMGetInsertBlock(change->found.edit->builder);
    LLVMValueRef branch = LLVMBuildBr(change->found.edit->builder, end);
    return end == head && first == last ? branch : first;
}

static const char mark[] = "llvm.sideeffect", noduplicate[] = "noduplicate";

static unsigned kind_of_mark(void) {
    return LLVMGetEnumAttributeKindForName(noduplicate, strlen(noduplicate));
}

// LLVM must not lead threads past a late region's head that have left: all threads come to it.
static void mark_head(const struct change *change) {
    LLVMValueRef call = oc_edit_intrinsic(change->found.edit, mark, NULL, NULL, 0);
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(change->found.edit->ir->context, kind_of_mark(), 0));
}

// Gives a region a head and an end that all threads run. `is_decided`: who leaves is computed at
// the head.
static struct parts part(struct change *change, size_t r, bool is_decided) {
    LLVMValueRef first = part_end(change, r);
    struct parts parts = {.inside = LLVMGetInstructionParent(first)};
    oc_edit_split_before(change->found.edit, first);
    parts.head = LLVMGetInsertBlock(change->found.edit->builder);
    if (change->found.late[r])
        mark_head(change);
    parts.stays = load_stays(change);
    if (is_decided)
        store_stays(change, (long)r);
    LLVMBuildBr(change->found.edit->builder, parts.inside);
    change->fronts[change->found.regions.items[r].head] = parts.head;
    return parts;
}

// The ways of those that leave go to the ends of their regions.
static void lead_to_ends(const struct change *change) {
    struct oc_edit *edit = change->found.edit;
    const struct oc_leavers_ways *ways = &change->found.ways;
    for (size_t w = 0; w < ways->count; w++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(ways->items[w].from);
        LLVMBasicBlockRef way = oc_edit_append_block(edit, change->found.function);
        oc_edit_at_end(edit, way, branch);
        LLVMBuildStore(edit->builder, bit(change, false), change->stays);
        LLVMBuildBr(edit->builder, change->ends[ways->items[w].guard->region]);
        LLVMSetSuccessor(branch, ways->items[w].successor, way);
    }
}

// Whether a region, or one after it that is changed, ends with a branch.
static bool is_decided_later(const struct change *change, size_t region) {
    bool is = change->found.regions.items[region].branch != OC_NO_NODE;
    for (size_t r = 0; r < change->found.regions.count && !is; r++)
        is = change->found.late[r] && change->found.regions.items[r].branch != OC_NO_NODE;
    return is;
}

// At the end of a region: a block in which no thread is left ends.
static void ask_for_threads(const struct change *change, size_t region, struct oc_values *shared) {
    struct oc_edit *edit = change->found.edit;
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef end = change->ends[region];
    LLVMBasicBlockRef out = change->found.barrier
                                ? change->found.barrier
                                : change->found.original.nodes[change->found.original.exit].block;
    LLVMValueRef any = oc_lanefunctions_array(
        edit->ir, oc_arena_printf(edit->ir->arena, "any%zu", region), edit->i32, shared);
    LLVMValueRef none = LLVMConstNull(edit->i32);
    oc_edit_split_before(edit, LLVMGetFirstInstruction(end));
    LLVMBasicBlockRef set = oc_edit_block_before(edit, end), ask = oc_edit_block_before(edit, end);
    LLVMBuildStore(builder, none, any);
    oc_leavers_call_barrier(edit);
    LLVMBuildCondBr(builder, load_stays(change), set, ask);
    oc_edit_at_end(edit, set, LLVMGetFirstInstruction(end));
    LLVMBuildStore(builder, LLVMConstInt(edit->i32, 1, false), any);
    LLVMBuildBr(builder, ask);
    oc_edit_at_end(edit, ask, LLVMGetFirstInstruction(end));
    oc_leavers_call_barrier(edit);
    LLVMValueRef count = LLVMBuildLoad2(builder, edit->i32, any, "");
    LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, count, ""), out, end);
}

static bool make_change(struct change *change, struct oc_values *shared) {
    struct oc_edit *edit = change->found.edit;
    struct oc_ir *ir = edit->ir;
    size_t count = change->found.regions.count;
    struct parts *parts = OC_NEW_ARRAY(ir->arena, count + 1, struct parts);
    bool *decided = OC_NEW_ARRAY(ir->arena, count + 1, bool);
    change->ends = OC_NEW_ARRAY(ir->arena, count + 1, LLVMBasicBlockRef);
    change->fronts = OC_NEW_ARRAY(ir->arena, change->found.body.count, LLVMBasicBlockRef);
    for (size_t i = 0; i < change->found.body.count; i++)
        change->fronts[i] = change->found.body.nodes[i].block;
    for (size_t r = 0; r < count; r++)
        decided[r] = change->found.guarding[r] && is_decided_at_head(change, (long)r);
    change->stays = make_variable(change, edit->i1);
    LLVMPositionBuilderBefore(edit->builder,
                              LLVMGetBasicBlockTerminator(change->found.body.preceding));
    LLVMBuildStore(edit->builder, bit(change, true), change->stays);
    keep_phis(change);
    for (size_t r = 0; r < count; r++)
        if (oc_leavers_change(&change->found, (long)r))
            parts[r] = part(change, r, decided[r]);
    // Values are in memory while the control flow changes.
    if (!oc_ir_run_on_function(ir, change->found.function, "reg2mem", NULL))
        return false;
    lead_to_ends(change);
    for (size_t r = 0; r < count; r++) {
        if (change->found.late[r]) {
            LLVMValueRef branch = LLVMGetBasicBlockTerminator(parts[r].head);
            oc_edit_before(edit, branch);
            LLVMBuildCondBr(edit->builder, parts[r].stays, parts[r].inside, change->ends[r]);
            LLVMInstructionEraseFromParent(branch);
        }
        if (change->found.guarding[r] && is_decided_later(change, r))
            ask_for_threads(change, r, shared);
    }
    return oc_ir_run_on_function(
        ir, change->found.function,
        "sroa,instcombine<no-verify-fixpoint>,simplifycfg,early-cse,adce,loop-simplify", NULL);
}

bool oc_returned_go_on(struct oc_ir *ir, LLVMValueRef body, bool only_returns,
                       struct oc_values *shared, bool *changed) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct change change = {0};
    bool valid = oc_ir_run_on_function(ir, body, "loop-simplify", NULL);
    bool found = valid && oc_leavers_find(&edit, body, only_returns, &change.found);
    if (valid && !found && change.found.at_switch) {
        valid = oc_ir_run_on_function(ir, body, "lower-switch", NULL);
        found = valid && oc_leavers_find(&edit, body, only_returns, &change.found);
    }
    valid = valid && (!found || make_change(&change, shared));
    if (changed)
        *changed = found;
    oc_edit_end(&edit);
    return valid;
}

void oc_returned_finish(struct oc_ir *ir, LLVMValueRef body) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(body, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(oc_ir_callee_name(calls.items[i]), mark) == 0 &&
            LLVMGetCallSiteEnumAttribute(calls.items[i], LLVMAttributeFunctionIndex,
                                         kind_of_mark()))
            LLVMInstructionEraseFromParent(calls.items[i]);
}
