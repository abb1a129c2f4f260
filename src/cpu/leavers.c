#include "cpu/leavers.h"

#include "base/names.h"
#include "cpu/tiles/forks.h"
#include "ir/ids.h"

enum { MOST_NODES = 1000 };

// ---- Where threads leave -----------------------------------------------------------------------

static void read(struct oc_leavers *leavers) {
    struct oc_values privates = {.arena = leavers->edit->ir->arena};
    oc_body_read(leavers->edit->ir, leavers->function, &leavers->body);
    oc_body_privates(&leavers->body, &privates);
    oc_uniform_analyze(&leavers->body, &privates, &leavers->uniform);
}

// Adds the nodes from which control can come to one of these.
static void add_what_leads_to(const struct oc_body *body, struct oc_bits nodes) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = body->count; i-- > 0;)
            for (unsigned s = 0; s < body->nodes[i].next_count; s++)
                if (oc_bits_test(nodes, body->nodes[i].next[s]))
                    changed |= oc_bits_set(nodes, i);
    }
}

static bool repeats(const struct oc_body *body, size_t node) {
    for (unsigned s = 0; s < body->nodes[node].next_count; s++)
        if (oc_bits_test(oc_body_reachable(body, body->nodes[node].next[s], body->exit), node))
            return true;
    return false;
}

// The nodes from which control can come to a barrier.
static struct oc_bits find_waiting(const struct oc_body *body) {
    struct oc_bits waiting = oc_bits_make(body->ir->arena, body->count);
    for (size_t i = 0; i < body->count; i++)
        if (body->nodes[i].barrier)
            oc_bits_set(waiting, i);
    add_what_leads_to(body, waiting);
    return waiting;
}

// Whether a node's branch parts the threads of a block: some of its sides lead to a barrier, others
// do not, and not all threads take the same side.
static bool is_parting(const struct oc_leavers *leavers, struct oc_bits waiting, size_t node) {
    const struct oc_body *body = &leavers->body;
    const struct oc_node *at = &body->nodes[node];
    bool differ = false;
    for (unsigned s = 1; node != body->exit && s < at->next_count; s++)
        differ |= oc_bits_test(waiting, at->next[0]) != oc_bits_test(waiting, at->next[s]);
    return differ && !oc_uniform_is(&leavers->uniform, LLVMGetBasicBlockTerminator(at->block));
}

// Finds the first guard (leavers.h). Returns false if there is none.
static bool find_guard(const struct oc_leavers *leavers, struct oc_leaving *out) {
    const struct oc_body *body = &leavers->body;
    struct oc_bits waiting = find_waiting(body),
                   ending = oc_bits_make(body->ir->arena, body->count);
    oc_bits_set(ending, body->exit);
    add_what_leads_to(body, ending);
    for (size_t i = 0; i < body->count; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(body->nodes[i].block);
        if (!is_parting(leavers, waiting, i) || !LLVMIsABranchInst(branch))
            continue;
        size_t first = (size_t)oc_body_node(body, LLVMGetSuccessor(branch, 0));
        unsigned side = oc_bits_test(waiting, first) ? 0 : 1;
        LLVMBasicBlockRef leaves = LLVMGetSuccessor(branch, 1 - side);
        if (!oc_bits_test(ending, (size_t)oc_body_node(body, leaves)))
            continue;
        *out = (struct oc_leaving){branch, side, leaves, OC_NO_NODE};
        return !repeats(body, i);
    }
    return false;
}

// Whether a switch parts the threads of a block. Guards are branches with two sides.
static bool part_at_switch(const struct oc_leavers *leavers) {
    struct oc_bits waiting = find_waiting(&leavers->body);
    for (size_t i = 0; i < leavers->body.count; i++)
        if (is_parting(leavers, waiting, i) &&
            LLVMIsASwitchInst(LLVMGetBasicBlockTerminator(leavers->body.nodes[i].block)))
            return true;
    return false;
}

// Has both sides of a guard's branch lead to the barrier.
static void lead_on(const struct oc_leaving *guard) {
    LLVMSetSuccessor(guard->branch, 1 - guard->side, LLVMGetSuccessor(guard->branch, guard->side));
}

static void lead_all_on(const struct oc_leavers *leavers) {
    for (size_t g = 0; g < leavers->guard_count; g++)
        lead_on(&leavers->guards[g]);
}

// Undoes lead_on for all guards.
static void let_leave(const struct oc_leavers *leavers) {
    for (size_t g = 0; g < leavers->guard_count; g++)
        LLVMSetSuccessor(leavers->guards[g].branch, 1 - leavers->guards[g].side,
                         leavers->guards[g].leaves);
}

// Finds all guards. Afterwards both sides of each lead to the barrier.
static void find_guards(struct oc_leavers *leavers) {
    while (leavers->guard_count < OC_MOST_LEAVINGS &&
           find_guard(leavers, &leavers->guards[leavers->guard_count])) {
        lead_on(&leavers->guards[leavers->guard_count++]);
        read(leavers);
    }
}

bool oc_leavers_at_guard(const struct oc_leavers *leavers, LLVMBasicBlockRef block) {
    for (size_t g = 0; g < leavers->guard_count; g++)
        if (LLVMGetInstructionParent(leavers->guards[g].branch) == block)
            return true;
    return false;
}

// Whether every way from each guard to the end of the thread's code passes a node.
static bool is_common(const struct oc_leavers *leavers, size_t node) {
    const struct oc_body *body = &leavers->original;
    bool is = !oc_leavers_at_guard(leavers, body->nodes[node].block);
    for (size_t g = 0; g < leavers->guard_count; g++)
        is = is &&
             oc_bits_test(leavers->passed[oc_body_node_of(body, leavers->guards[g].branch)], node);
    return is;
}

// The first node that is_common holds for.
static size_t find_meeting(const struct oc_leavers *leavers) {
    const struct oc_body *body = &leavers->original;
    for (size_t i = 0; i < body->count; i++) {
        bool is_first = is_common(leavers, i);
        for (size_t j = 0; j < body->count && is_first; j++)
            is_first = !is_common(leavers, j) || oc_bits_test(leavers->passed[i], j);
        if (is_first)
            return i;
    }
    return body->exit;
}

// Whether no instruction from a node to the end of the thread's code has an effect.
static bool is_idle_from(const struct oc_body *body, size_t node) {
    struct oc_bits rest = oc_body_reachable(body, node, body->exit);
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(rest, i) && i != body->exit)
            OC_EACH_INSTRUCTION (instruction, body->nodes[i].block)
                if (!LLVMIsATerminatorInst(instruction) && !oc_forks_is_idle(instruction))
                    return false;
    return true;
}

void oc_leavers_call_barrier(const struct oc_edit *edit) {
    LLVMValueRef barrier = LLVMGetNamedFunction(edit->ir->module, OC_NAME_BARRIER);
    LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(barrier), barrier, NULL, 0, "");
}

// Puts a barrier at the meeting. The phis of that block stay before the barrier.
static void add_barrier(struct oc_leavers *leavers) {
    LLVMBasicBlockRef rest = leavers->meeting;
    oc_edit_split_before(leavers->edit, oc_edit_after_phis(rest));
    leavers->meeting = LLVMGetInsertBlock(leavers->edit->builder);
    leavers->barrier = oc_edit_block_before(leavers->edit, rest);
    LLVMBuildBr(leavers->edit->builder, leavers->barrier);
    oc_edit_at_end(leavers->edit, leavers->barrier, LLVMGetFirstInstruction(rest));
    oc_leavers_call_barrier(leavers->edit);
    LLVMBuildBr(leavers->edit->builder, rest);
    for (size_t g = 0; g < leavers->guard_count; g++)
        if (leavers->guards[g].leaves == rest)
            leavers->guards[g].leaves = leavers->meeting;
}

// ---- Where threads have left -------------------------------------------------------------------

bool oc_leavers_change(const struct oc_leavers *leavers, long region) {
    return region != OC_NO_NODE && (leavers->guarding[region] || leavers->late[region]);
}

// The regions after one, up to the barrier at the meeting.
static void mark_late(struct oc_leavers *leavers, size_t region) {
    const struct oc_region *at = &leavers->regions.items[region];
    const struct oc_body *body = &leavers->body;
    size_t branch = (size_t)at->branch;
    unsigned count = at->branch != OC_NO_NODE ? body->nodes[branch].next_count : 1;
    for (unsigned s = 0; s < count; s++) {
        long node = at->branch != OC_NO_NODE ? (long)body->nodes[branch].next[s] : at->next;
        long next = OC_NO_NODE;
        if (node != OC_NO_NODE && body->nodes[node].block != leavers->barrier)
            next = oc_regions_at(&leavers->regions, node);
        if (next == OC_NO_NODE || leavers->late[next])
            continue;
        leavers->late[next] = true;
        mark_late(leavers, (size_t)next);
    }
}

// Whether a block ends the code that only leavers run: it is the meeting, or nothing from there on
// has an effect.
static bool is_end(const struct oc_leavers *leavers, LLVMBasicBlockRef block) {
    long node = oc_body_node(&leavers->body, block);
    return block == leavers->meeting ||
           (!leavers->barrier && node != OC_NO_NODE && is_idle_from(&leavers->body, (size_t)node));
}

static void add_way(struct oc_leavers *leavers, struct oc_leavers_way way) {
    struct oc_leavers_ways *ways = &leavers->ways;
    ways->items = oc_arena_grow(leavers->edit->ir->arena, ways->items, ways->count, &ways->capacity,
                                sizeof *ways->items);
    ways->items[ways->count++] = way;
}

// Finds the edges on which the leavers of a guard reach such a block. `seen` has the blocks that
// leavers of any guard run, and for each the region of that guard. Returns false if threads that
// stay run one of the blocks, too.
static bool follow(struct oc_leavers *leavers, const struct oc_leaving *guard,
                   struct oc_map *seen) {
    struct oc_values stack = {.arena = leavers->edit->ir->arena};
    oc_values_add(&stack, LLVMBasicBlockAsValue(LLVMGetInstructionParent(guard->branch)));
    while (stack.count) {
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(stack.items[--stack.count]);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
            size_t region;
            if (end == guard->branch && s == guard->side)
                continue;
            if (is_end(leavers, next)) {
                add_way(leavers, (struct oc_leavers_way){guard, block, s});
            } else if (oc_map_get(seen, next, &region)) {
                if ((long)region != guard->region)
                    return false;
            } else if (oc_body_node(&leavers->body, next) != OC_NO_NODE) {
                return false;
            } else {
                oc_map_set(seen, next, (size_t)guard->region);
                oc_values_add(&stack, LLVMBasicBlockAsValue(next));
            }
        }
    }
    return true;
}

static bool find_ways(struct oc_leavers *leavers) {
    struct oc_map seen = {.arena = leavers->edit->ir->arena};
    for (size_t g = 0; g < leavers->guard_count; g++)
        if (!follow(leavers, &leavers->guards[g], &seen))
            return false;
    return true;
}

// Whether control leaves a region, and no loop in the region begins at its head. Code that is added
// at the head runs once for each thread.
static bool has_form(const struct oc_leavers *leavers, long number) {
    const struct oc_body *body = &leavers->body;
    const struct oc_region *region = &leavers->regions.items[number];
    const struct oc_node *head = &body->nodes[region->head];
    for (unsigned b = 0; b < head->before_count; b++)
        if (leavers->regions.of_node[head->before[b]] == number &&
            (long)head->before[b] != region->branch)
            return false;
    return region->branch != OC_NO_NODE || region->next != OC_NO_NODE;
}

// Finds the regions in which threads leave, and those after them. Returns false if threads leave in
// a loop with barriers, or the code has another form that is not changed.
static bool find_regions(struct oc_leavers *leavers) {
    struct oc_arena *arena = leavers->edit->ir->arena;
    if (!oc_regions_form(&leavers->body, &leavers->uniform,
                         oc_bits_make(arena, leavers->body.count), &leavers->regions))
        return false;
    leavers->guarding = OC_NEW_ARRAY(arena, leavers->regions.count + 1, bool);
    leavers->late = OC_NEW_ARRAY(arena, leavers->regions.count + 1, bool);
    for (size_t g = 0; g < leavers->guard_count; g++) {
        struct oc_leaving *guard = &leavers->guards[g];
        guard->region = oc_regions_of(&leavers->regions, guard->branch);
        if (guard->region == OC_NO_NODE ||
            oc_regions_repeats(&leavers->regions, (size_t)guard->region))
            return false;
        leavers->guarding[guard->region] = true;
        mark_late(leavers, (size_t)guard->region);
    }
    for (size_t r = 0; r < leavers->regions.count; r++)
        if (oc_leavers_change(leavers, (long)r) && !has_form(leavers, (long)r))
            return false;
    return true;
}

// ---- What all threads compute ------------------------------------------------------------------

static bool is_pure(LLVMValueRef value) {
    if (oc_ir_is_call(value))
        return oc_ids_is_index(oc_ir_callee_name(value)) || oc_ir_is_pure(value);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return oc_ir_divides_by_constant(value);
    default:
        return LLVMIsABinaryOperator(value) || LLVMIsACmpInst(value) || LLVMIsACastInst(value) ||
               LLVMIsASelectInst(value) || LLVMIsAGetElementPtrInst(value) ||
               LLVMIsAUnaryOperator(value) || LLVMIsAExtractValueInst(value) ||
               LLVMIsAInsertValueInst(value) || LLVMIsAExtractElementInst(value) ||
               LLVMIsAInsertElementInst(value) || LLVMIsAShuffleVectorInst(value);
    }
}

static bool has_effect(LLVMValueRef instruction) {
    return !LLVMIsATerminatorInst(instruction) && !LLVMIsALoadInst(instruction) &&
           !oc_forks_is_idle(instruction);
}

// Whether a node may be in a loop that is in its region.
static bool is_in_loop(const struct oc_leavers *leavers, size_t node) {
    const struct oc_body *body = &leavers->body;
    for (size_t i = node; i < body->count; i++)
        for (unsigned s = 0; s < body->nodes[i].next_count; s++)
            if (body->nodes[i].next[s] <= node &&
                leavers->regions.of_node[i] == leavers->regions.of_node[node] &&
                leavers->regions.of_node[body->nodes[i].next[s]] == leavers->regions.of_node[node])
                return true;
    return false;
}

// Whether nothing in a value's region may change memory between the value's instruction and a
// place.
static bool is_clear(const struct oc_leavers *leavers, LLVMValueRef value,
                     enum oc_leavers_place place) {
    const struct oc_body *body = &leavers->body;
    size_t node = (size_t)oc_body_node_of(body, value);
    const struct oc_region *region = &leavers->regions.items[leavers->regions.of_node[node]];
    bool passed = false, all = is_in_loop(leavers, node);
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[region->nodes[n]].block) {
            passed = passed || instruction == value;
            if (has_effect(instruction) && (all || passed == (place == OC_AT_END)))
                return false;
        }
    return true;
}

// Where a value can be computed by all threads; 0: nowhere. Its operands do not count.
static int find_place(const struct oc_leavers *leavers, LLVMValueRef value) {
    long node = oc_body_node_of(&leavers->body, value), region = leavers->regions.of_node[node];
    bool is_head = node == (long)leavers->regions.items[region].head;
    bool is_load = LLVMIsALoadInst(value) && !LLVMGetVolatile(value) &&
                   LLVMGetOrdering(value) == LLVMAtomicOrderingNotAtomic;
    bool is_quotient = LLVMIsABinaryOperator(value) && !is_pure(value);
    if (LLVMIsAPHINode(value))
        return is_head ? OC_AT_HEAD : 0;
    if (is_pure(value))
        return OC_AT_HEAD;
    if (!is_load && !is_quotient)
        return 0;
    // All threads of the block may have left in this region: then those could trap.
    bool may_trap = leavers->guarding[region] && !is_head;
    if (!may_trap && (is_quotient || is_clear(leavers, value, OC_AT_HEAD)))
        return OC_AT_HEAD;
    return is_quotient || is_clear(leavers, value, OC_AT_END) ? OC_AT_END : 0;
}

static bool is_of_region(const struct oc_leavers *leavers, LLVMValueRef value, long region) {
    return LLVMIsAInstruction(value) && oc_regions_of(&leavers->regions, value) == region;
}

// Whether a phi gets one value from each region.
static bool has_one_of_each(const struct oc_leavers *leavers, LLVMValueRef phi) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        for (unsigned j = 0; j < i; j++) {
            long from = oc_body_node(&leavers->body, LLVMGetIncomingBlock(phi, i)),
                 other = oc_body_node(&leavers->body, LLVMGetIncomingBlock(phi, j));
            if (from == OC_NO_NODE || other == OC_NO_NODE ||
                (leavers->regions.of_node[from] == leavers->regions.of_node[other] &&
                 leavers->regions.of_node[from] != OC_NO_NODE &&
                 LLVMGetIncomingValue(phi, i) != LLVMGetIncomingValue(phi, j)))
                return false;
        }
    return true;
}

// Whether all threads can compute a value, and what it is computed from. Notes the places.
static bool let_all_compute(struct oc_leavers *leavers, LLVMValueRef value) {
    long region = LLVMIsAInstruction(value) ? oc_regions_of(&leavers->regions, value) : OC_NO_NODE;
    if (!oc_leavers_change(leavers, region) || oc_map_get(&leavers->places, value, NULL))
        return true;
    size_t place = (size_t)find_place(leavers, value);
    oc_map_set(&leavers->places, value, place);
    if (!place || (LLVMIsAPHINode(value) && !has_one_of_each(leavers, value)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        size_t other = 0;
        if (!let_all_compute(leavers, operand))
            return false;
        if (!LLVMIsAPHINode(value) && is_of_region(leavers, operand, region) &&
            oc_map_get(&leavers->places, operand, &other) && other == OC_AT_END)
            place = OC_AT_END;
    }
    oc_map_set(&leavers->places, value, place);
    return true;
}

// Whether what is computed at a region's end is used there only, or in other regions.
static bool can_be_at_end(const struct oc_leavers *leavers, LLVMValueRef value) {
    long region = oc_regions_of(&leavers->regions, value);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        size_t place = 0;
        oc_map_get(&leavers->places, user, &place);
        long branch = leavers->regions.items[region].branch;
        bool ends = branch != OC_NO_NODE &&
                    user == LLVMGetBasicBlockTerminator(leavers->body.nodes[branch].block);
        if (is_of_region(leavers, user, region) && place != OC_AT_END && !ends)
            return false;
    }
    return true;
}

// What decides which barrier comes next is computed by all threads.
static bool find_what_decides(struct oc_leavers *leavers) {
    for (size_t r = 0; r < leavers->regions.count; r++) {
        long branch = leavers->regions.items[r].branch;
        if (!oc_leavers_change(leavers, (long)r) || branch == OC_NO_NODE)
            continue;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(leavers->body.nodes[branch].block);
        if (!let_all_compute(leavers, LLVMGetOperand(end, 0)))
            return false;
    }
    for (size_t i = 0; i < leavers->body.count; i++)
        OC_EACH_INSTRUCTION (instruction, leavers->body.nodes[i].block) {
            size_t place = 0;
            if (oc_map_get(&leavers->places, instruction, &place) && place == OC_AT_END &&
                !can_be_at_end(leavers, instruction))
                return false;
        }
    return true;
}

bool oc_leavers_to_head(struct oc_leavers *leavers, LLVMValueRef value, long region) {
    size_t place = 0;
    if (!is_of_region(leavers, value, region))
        return true;
    if (oc_map_get(&leavers->places, value, &place))
        return place == OC_AT_HEAD;
    if (LLVMIsAPHINode(value))
        return oc_body_node_of(&leavers->body, value) == (long)leavers->regions.items[region].head;
    if (!is_pure(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!oc_leavers_to_head(leavers, LLVMGetOperand(value, (unsigned)i), region))
            return false;
    oc_map_set(&leavers->places, value, OC_AT_HEAD);
    return true;
}

static bool is_used_elsewhere(const struct oc_leavers *leavers, LLVMValueRef value, long region) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!is_of_region(leavers, LLVMGetUser(use), region))
            return true;
    return false;
}

// What is cheap, and used in other regions, is computed at the heads, so that it need not be kept.
static void move_what_others_use(struct oc_leavers *leavers) {
    for (size_t i = 0; i < leavers->body.count; i++) {
        long region = leavers->regions.of_node[i];
        if (oc_leavers_change(leavers, region))
            OC_EACH_INSTRUCTION (instruction, leavers->body.nodes[i].block)
                if (is_used_elsewhere(leavers, instruction, region))
                    oc_leavers_to_head(leavers, instruction, region);
    }
}

bool oc_leavers_find(struct oc_edit *edit, LLVMValueRef function, bool only_returns,
                     struct oc_leavers *out) {
    *out = (struct oc_leavers){
        .edit = edit, .function = function, .places = {.arena = edit->ir->arena}};
    oc_body_split(edit, function);
    read(out);
    out->original = out->body;
    if (!oc_body_has_barriers(&out->body) || out->body.count > MOST_NODES)
        return false;
    out->at_switch = part_at_switch(out);
    if (out->at_switch)
        return false;
    out->passed = oc_body_post_dominators(&out->original);
    find_guards(out);
    let_leave(out);
    if (!out->guard_count)
        return false;
    size_t meeting = find_meeting(out);
    out->meeting = out->original.nodes[meeting].block;
    if (meeting != out->original.exit && !is_idle_from(&out->original, meeting)) {
        if (only_returns)
            return false;
        add_barrier(out);
    }
    lead_all_on(out);
    read(out);
    bool can = find_regions(out) && find_what_decides(out);
    let_leave(out);
    if (!can || !find_ways(out))
        return false;
    move_what_others_use(out);
    return true;
}
