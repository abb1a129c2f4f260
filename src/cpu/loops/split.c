#include "cpu/loops/split.h"

#include "cpu/analysis/turns.h"
#include "cpu/loops/allgroups.h"
#include "cpu/loops/apart.h"
#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/guards.h"
#include "cpu/loops/idlelanes.h"
#include "cpu/loops/marks.h"
#include "cpu/loops/places.h"
#include "cpu/loops/restpieces.h"
#include "cpu/loops/sides.h"
#include "ir/edit.h"
#include "ir/features.h"

// ---- The rest ----------------------------------------------------------------------------------

static bool decides_at(const struct oc_guards *guards, LLVMBasicBlockRef block) {
    for (size_t i = 0; i < guards->count; i++)
        if (guards->items[i].block == block)
            return true;
    return false;
}

// Whether threads may do nothing more where a guard does not hold. Those of which a check fails end
// the program, and a fact that does not hold changes what is computed.
static bool lets_rest(const struct oc_guard *guard) {
    return oc_guards_compare(guard) && !guard->ends;
}

// Whether threads for which some such guard does not hold do nothing: the guards are asked one
// after the other, before anything else is done or checked.
static bool rest_is_idle(const struct oc_guards *guards) {
    size_t left = 0;
    for (size_t i = 0; i < guards->count; i++)
        left += lets_rest(&guards->items[i]);
    if (!left || guards->choice_count || oc_sides_has_effect(guards->loops->inner))
        return false;
    LLVMBasicBlockRef block =
        LLVMGetSuccessor(LLVMGetBasicBlockTerminator(guards->loops->inner), 0);
    for (int blocks = 0; left && blocks < OC_MAX_IDLE_BLOCKS; blocks++) {
        if (!oc_guards_in_region(guards, block) || oc_sides_has_effect(block))
            return false;
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (LLVMGetNumSuccessors(terminator) == 1) {
            block = LLVMGetSuccessor(terminator, 0);
            continue;
        }
        if (!LLVMIsABranchInst(terminator) || !decides_at(guards, block))
            return false;
        LLVMValueRef condition = LLVMGetCondition(terminator);
        bool wanted = oc_guards_decide(guards, condition, true);
        if (!wanted && !oc_guards_decide(guards, condition, false))
            return false;
        if (!oc_sides_is_idle(guards, block, LLVMGetSuccessor(terminator, wanted ? 1 : 0)))
            return false;
        for (size_t i = 0; i < guards->count; i++)
            left -= guards->items[i].block == block && lets_rest(&guards->items[i]);
        block = LLVMGetSuccessor(terminator, wanted ? 0 : 1);
    }
    return left == 0;
}

// ---- Splitting ---------------------------------------------------------------------------------

// The guard, if it is the only one, whose contrary is known to hold in the rest.
static struct oc_guard *only_exact(struct oc_guards *guards) {
    if (guards->count != 1 || !guards->items[0].never_wraps ||
        guards->items[0].kind != OC_GUARD_ORDERED || !oc_guards_compare(&guards->items[0]))
        return NULL;
    return &guards->items[0];
}

// What is compared before the loop may be used there, too, where it can have another outcome.
static void replace_in_region(const struct oc_guards *guards, LLVMValueRef value, LLVMValueRef by) {
    struct oc_values users = {.arena = guards->threads->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (oc_guards_in_region(guards, LLVMGetInstructionParent(LLVMGetUser(use))))
            oc_values_add(&users, LLVMGetUser(use));
    for (size_t i = 0; i < users.count; i++)
        for (int o = 0; o < LLVMGetNumOperands(users.items[i]); o++)
            if (LLVMGetOperand(users.items[i], (unsigned)o) == value)
                LLVMSetOperand(users.items[i], (unsigned)o, by);
}

// Subtracting a constant from an unsigned number is an addition that does wrap.
static bool subtracts(LLVMValueRef sum) {
    LLVMValueRef constant = LLVMIsAConstantInt(LLVMGetOperand(sum, 1));
    return constant && LLVMConstIntGetSExtValue(constant) < 0;
}

static void mark_fact(const struct oc_guard *guard) {
    switch (guard->kind) {
    case OC_GUARD_SMALL:
        if (!LLVMIsATruncInst(guard->instruction))
            break;
        LLVMSetNUW(guard->instruction, true);
        LLVMSetNSW(guard->instruction, true);
        break;
    case OC_GUARD_SIGNED_SUM:
        LLVMSetNSW(guard->instruction, true);
        break;
    case OC_GUARD_UNSIGNED_SUM:
        if (!subtracts(guard->instruction))
            LLVMSetNUW(guard->instruction, true);
        break;
    default: // decides a choice
        break;
    }
}

static void resolve(const struct oc_guards *guards) {
    for (size_t i = 0; i < guards->count; i++) {
        const struct oc_guard *guard = &guards->items[i];
        if (oc_guards_compare(guard))
            replace_in_region(guards, guard->instruction,
                              oc_build_bit(guards->threads, guard->wanted));
        else
            mark_fact(guard);
    }
}

// In the main loop, addresses are computed from x.
static void simplify_addresses(const struct oc_guards *guards) {
    for (size_t i = 0; i < guards->address_count; i++) {
        const struct oc_address *address = &guards->addresses[i];
        oc_places_simplify(guards->threads, address, address->instruction, guards->loops->x,
                           address->base);
    }
}

// The stretch of the row that the main loop runs over, and whether it has any threads.
struct stretch {
    LLVMValueRef low, high;
    LLVMValueRef any;
    LLVMValueRef alone; // if the rest is idle: whether it need not run
    LLVMValueRef exact; // whether the comparisons hold nowhere else in the row, and all facts hold
                        // where they do. Not of a whole row
    LLVMValueRef none;  // whether some comparison holds for no thread of the row
    LLVMValueRef full;  // of a whole row: whether all guards hold in all of it; else NULL
};

static void shorten(const struct oc_threads *threads, const struct oc_guard *guard,
                    struct stretch *main) {
    LLVMValueRef later = oc_build_less(threads, main->low, guard->low);
    main->low = oc_build_either(threads, later, guard->low, main->low);
    main->high = oc_build_least(threads, main->high, guard->high);
}

// Whether a fact holds for all threads of a stretch, which may be empty.
static LLVMValueRef holds_in(const struct oc_threads *threads, const struct oc_guard *fact,
                             const struct stretch *main) {
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef begins = LLVMBuildICmp(builder, LLVMIntULE, fact->low, main->low, "");
    LLVMValueRef ends = LLVMBuildICmp(builder, LLVMIntULE, main->high, fact->high, "");
    LLVMValueRef any = oc_build_less(threads, main->low, main->high);
    return LLVMBuildOr(builder, LLVMBuildAnd(builder, begins, ends, ""),
                       LLVMBuildNot(builder, any, ""), "");
}

// Whether a stretch is all of the row.
static LLVMValueRef is_whole_row(const struct oc_guards *guards, const struct stretch *stretch) {
    LLVMBuilderRef builder = guards->threads->builder;
    const struct oc_loops *loops = guards->loops;
    LLVMValueRef begins = LLVMBuildICmp(builder, LLVMIntEQ, stretch->low, loops->low, "");
    LLVMValueRef ends = LLVMBuildICmp(builder, LLVMIntEQ, stretch->high, loops->high, "");
    return LLVMBuildAnd(builder, begins, ends, "");
}

// Where the guards hold, as far as is known. The rest need not run if the comparisons hold nowhere
// else, and the facts and checks hold wherever these do. What a comparison is judged by has to hold
// in the whole row.
static struct stretch place_guards(struct oc_guards *guards) {
    struct oc_threads *threads = guards->threads;
    const struct stretch row = {.low = guards->loops->low, .high = guards->loops->high};
    struct stretch main = row;
    LLVMValueRef exact = oc_build_bit(threads, true), none = NULL;
    for (int facts = 0; facts < 2; facts++) {
        struct stretch compared = main;
        for (size_t i = 0; i < guards->count; i++) {
            struct oc_guard *guard = &guards->items[i];
            if (lets_rest(guard) == (facts != 0))
                continue;
            oc_places_find(guards, guard);
            LLVMValueRef sure =
                facts ? holds_in(threads, guard, guard->compared ? &row : &compared) : guard->exact;
            exact = LLVMBuildAnd(threads->builder, exact, sure, "");
            shorten(threads, guard, &main);
        }
        if (!facts)
            none = LLVMBuildAnd(
                threads->builder, exact,
                LLVMBuildNot(threads->builder, oc_build_less(threads, main.low, main.high), ""),
                "");
    }
    main.none = none;
    main.any = oc_build_less(threads, main.low, main.high);
    main.alone = main.exact = exact;
    return main;
}

// ---- Short rows --------------------------------------------------------------------------------

// Whether LLVM will unroll a loop. One with a barrier is not a loop of the region's code.
static bool will_be_unrolled(const struct oc_guards *guards, unsigned latch, unsigned head) {
    const struct oc_threads *threads = guards->threads;
    struct oc_bits loop = oc_body_loop(threads->body, latch, head);
    return oc_regions_hold(threads->regions, guards->region, loop) &&
           oc_turns_are_few(threads->body, loop);
}

static bool has_loop(const struct oc_guards *guards) {
    const struct oc_body *body = guards->threads->body;
    const struct oc_region *region = &guards->threads->regions->items[guards->region];
    for (size_t n = 0; n < region->count; n++) {
        const struct oc_node *node = &body->nodes[region->nodes[n]];
        for (unsigned s = 0; s < node->next_count; s++)
            if (node->next[s] <= region->nodes[n] &&
                oc_guards_in_region(guards, body->nodes[node->next[s]].block) &&
                !will_be_unrolled(guards, (unsigned)region->nodes[n], node->next[s]))
                return true;
    }
    return false;
}

// Whether a comparison decides a branch. The others decide what an address is.
static bool branches(const struct oc_guard *guard) {
    return oc_guards_compare(guard) && guard->block;
}

// The side of a branch that guards want.
static unsigned wanted_side(const struct oc_guards *guards, LLVMBasicBlockRef at) {
    LLVMValueRef condition = LLVMGetCondition(LLVMGetBasicBlockTerminator(at));
    unsigned working = 0;
    bool ends;
    if (oc_guards_decide(guards, condition, true))
        return 0;
    if (oc_guards_decide(guards, condition, false))
        return 1;
    oc_sides_find(guards, at, &working, &ends);
    return working;
}

// Whether threads come to a block only by the side of the branch at the end of `at` that guards
// want.
static bool is_after(const struct oc_guards *guards, LLVMBasicBlockRef block,
                     LLVMBasicBlockRef at) {
    const struct oc_body *body = guards->threads->body;
    const struct oc_region *region = &guards->threads->regions->items[guards->region];
    struct oc_bits seen = oc_bits_make(body->ir->arena, body->count);
    unsigned wanted = wanted_side(guards, at);
    oc_bits_set(seen, region->head);
    // A node has a higher number than the nodes before it, but for the ways back in loops, which
    // lead to nodes that were seen.
    for (size_t n = 0; n < region->count; n++) {
        LLVMBasicBlockRef from = body->nodes[region->nodes[n]].block;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
        for (unsigned s = 0; oc_bits_test(seen, region->nodes[n]) && s < LLVMGetNumSuccessors(end);
             s++) {
            long next = oc_body_node(body, LLVMGetSuccessor(end, s));
            if (next != OC_NO_NODE && (from != at || s != wanted))
                oc_bits_set(seen, (size_t)next);
        }
    }
    return !oc_bits_test(seen, (size_t)oc_body_node(body, block));
}

// Whether an index is another one where guards do not hold: a neighbour that is kept within bounds.
static bool depends_on_choice(const struct oc_guards *guards, LLVMValueRef index, int depth) {
    if (!depth || !LLVMIsAInstruction(index) || index == guards->loops->x)
        return !depth;
    if (oc_guards_chosen(guards, index) || oc_guards_step(guards, index))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(index); i++)
        if (depends_on_choice(guards, LLVMGetOperand(index, (unsigned)i), depth - 1))
            return true;
    return false;
}

// Leaves out the addresses with such an index that are used by threads for which some branch has
// another outcome than the one that is wanted.
static void drop_addresses(struct oc_guards *guards) {
    enum { DEPTH = 12 };
    size_t count = 0;
    for (size_t i = 0; i < guards->address_count; i++) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(guards->addresses[i].instruction);
        bool is_safe = true;
        for (size_t g = 0; g < guards->count && is_safe; g++)
            is_safe =
                !branches(&guards->items[g]) || is_after(guards, block, guards->items[g].block);
        if (is_safe || !depends_on_choice(guards, guards->addresses[i].index, DEPTH))
            guards->addresses[count++] = guards->addresses[i];
    }
    guards->address_count = count;
}

// Whether a region's rows are to stay whole: with loads and stores that a mask turns off, to run a
// few threads that do nothing takes less than to find out which these are.
static bool stays_whole(const struct oc_guards *guards) {
    const struct oc_threads *threads = guards->threads;
    return threads->short_rows && !threads->strip && !threads->lanes &&
           oc_features_has(threads->body->function, "avx2") && !has_loop(guards);
}

// Where a guard that decides no branch has to hold: what decides for a neighbour, where the
// branches let threads work. That an index does not wrap has to hold for all threads.
static const struct stretch *where(const struct oc_guard *guard, const struct stretch *working,
                                   const struct stretch *row) {
    return oc_guards_compare(guard) || guard->kind == OC_GUARD_ORDERED ? working : row;
}

// The main loop runs the whole row, and asks all that the code asks, if addresses are simple. Else
// the copy does.
static struct stretch place_whole_row(struct oc_guards *guards) {
    struct oc_threads *threads = guards->threads;
    const struct stretch row = {.low = guards->loops->low, .high = guards->loops->high};
    struct stretch working = row;
    LLVMValueRef simple = oc_build_bit(threads, true);
    for (int facts = 0; facts < 2; facts++)
        for (size_t i = 0; i < guards->count; i++) {
            struct oc_guard *guard = &guards->items[i];
            if (branches(guard) == (facts != 0))
                continue;
            oc_places_find(guards, guard);
            if (!facts)
                shorten(threads, guard, &working);
            LLVMValueRef sure =
                facts ? holds_in(threads, guard, where(guard, &working, &row)) : guard->exact;
            simple = LLVMBuildAnd(threads->builder, simple, sure, "");
        }
    LLVMValueRef all = is_whole_row(guards, &working);
    return (struct stretch){.low = row.low,
                            .high = oc_build_either(threads, simple, row.high, row.low),
                            .any = simple,
                            .alone = simple,
                            .full = LLVMBuildAnd(threads->builder, simple, all, "")};
}

// Whether a copy of the region's code for rows in which all guards hold is worth its size: some
// branch is decided in it.
static bool wants_full_rows(const struct oc_guards *guards) {
    enum { MOST_INSTRUCTIONS = 400 };
    const struct oc_threads *threads = guards->threads;
    const struct oc_region *region = &threads->regions->items[guards->region];
    size_t count = 0;
    bool any = false;
    for (size_t i = 0; i < guards->count; i++)
        any |= branches(&guards->items[i]);
    for (size_t n = 0; n < region->count; n++)
        count += oc_ir_count_instructions(threads->body->nodes[region->nodes[n]].block);
    return any && count <= MOST_INSTRUCTIONS;
}

// Makes a copy for such rows, in which no guard is asked. Its loads and stores need no masks. Loads
// of one address, or of every second element, need no gathers.
static void add_full_rows(struct oc_guards *guards, LLVMValueRef full) {
    struct oc_threads *threads = guards->threads;
    struct oc_loops *loops = guards->loops;
    struct oc_edit edit = oc_edit_begin(threads->ir);
    oc_edit_split_before(&edit, LLVMGetBasicBlockTerminator(loops->row));
    LLVMBasicBlockRef begin = LLVMGetInsertBlock(edit.builder);
    LLVMValueRef length = LLVMBuildSub(edit.builder, loops->high, loops->low, "");
    LLVMBuildCondBr(edit.builder, full, loops->row, loops->row);
    oc_edit_end(&edit);
    struct oc_copy copy = {
        .from = begin, .exit = loops->row_end, .start = loops->low, .count = length};
    oc_copy_threads(threads, guards->region, &copy);
    oc_marks_like(threads, loops->latch, copy.latch);
    for (size_t i = 0; i < guards->count; i++)
        if (oc_guards_compare(&guards->items[i]))
            oc_copy_replace(&copy, guards->items[i].instruction,
                            oc_build_bit(threads, guards->items[i].wanted));
}

// ---- Whole strips ------------------------------------------------------------------------------

// A strip's loop runs for all of its threads, or for none, and the rest for those that are left.
static void make_whole(const struct oc_guards *guards, struct stretch *main) {
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMValueRef all = is_whole_row(guards, main);
    LLVMValueRef not_some = LLVMBuildOr(builder, all, LLVMBuildNot(builder, main->any, ""), "");
    main->alone = LLVMBuildAnd(builder, main->alone, not_some, "");
    main->any = all;
}

static struct stretch place_main(struct oc_guards *guards) {
    struct oc_threads *threads = guards->threads;
    const struct oc_loops *loops = guards->loops;
    struct stretch main = place_guards(guards);
    bool is_whole = oc_nest_is_whole(threads, loops);
    if (is_whole)
        make_whole(guards, &main);
    // Where the main loop runs nothing, it ends where it begins, at the row's start.
    LLVMValueRef high = is_whole ? loops->high : main.high;
    main.low = is_whole ? loops->low : oc_build_either(threads, main.any, main.low, loops->low);
    main.high = oc_build_either(threads, main.any, high, loops->low);
    return main;
}

// The threads that are left for the copy. `only`: they lie on one side of the main stretch.
static struct oc_copy place_rest(const struct oc_guards *guards, const struct stretch *main,
                                 const struct oc_guard *only, bool idle) {
    const struct oc_threads *threads = guards->threads;
    const struct oc_loops *loops = guards->loops;
    struct oc_copy rest = {.exit = loops->row_end, .start = loops->low};
    if (oc_nest_is_of_lanes(threads, loops)) {
        rest.count = loops->high; // a constant: the copy is unrolled, too
    } else if (only && only->less) {
        rest.start = main->high;
        rest.count = oc_build_minus(threads, loops->high, main->high);
    } else if (only) {
        // An empty main loop lies at the row's start; the rest is all of the row.
        LLVMValueRef before = oc_build_minus(threads, main->low, loops->low);
        LLVMValueRef all = oc_build_minus(threads, loops->high, loops->low);
        rest.count = oc_build_either(threads, main->any, before, all);
    } else {
        rest.gap = oc_build_minus(threads, main->low, loops->low);
        rest.skip = oc_build_minus(threads, main->high, main->low);
        LLVMValueRef all = oc_build_minus(threads, loops->high, loops->low);
        rest.count = oc_build_minus(threads, all, rest.skip);
        if (idle)
            rest.count =
                oc_build_either(threads, main->alone, oc_build_number(threads, 0), rest.count);
    }
    return rest;
}

// Whether threads are left, a bit. All lanes are, or none.
static LLVMValueRef has_rest(const struct oc_threads *threads, const struct oc_loops *loops,
                             const struct stretch *main, const struct oc_copy *rest, bool idle) {
    LLVMBuilderRef builder = threads->builder;
    if (!oc_nest_is_of_lanes(threads, loops))
        return LLVMBuildICmp(builder, LLVMIntNE, rest->count, oc_build_number(threads, 0), "");
    LLVMValueRef done = idle ? LLVMBuildOr(builder, main->any, main->alone, "") : main->any;
    return LLVMBuildNot(builder, done, "");
}

// Makes the x loop run over the main stretch. Returns the block after it, which goes on to the
// rest, if there is any; its first successor is to be set.
static LLVMBasicBlockRef shorten_loop(struct oc_threads *threads, struct oc_loops *loops,
                                      const struct stretch *main, LLVMValueRef more) {
    LLVMBasicBlockRef between =
        LLVMAppendBasicBlockInContext(threads->ir->context, threads->body->function, "row.rest");
    LLVMValueRef branch = LLVMBuildCondBr(threads->builder, main->any, loops->inner, between);
    if (oc_nest_is_of_lanes(threads, loops))
        oc_allgroups_expect(threads, branch);
    LLVMValueRef back = LLVMGetBasicBlockTerminator(loops->latch);
    LLVMSetSuccessor(back, 1, between);
    if (!oc_nest_is_whole(threads, loops)) {
        LLVMSetOperand(loops->x, 0, main->low);
        LLVMSetOperand(LLVMGetCondition(back), 1, main->high);
    }
    LLVMPositionBuilderAtEnd(threads->builder, between);
    LLVMBuildCondBr(threads->builder, more, loops->inner, loops->row_end);
    return between;
}

static void place_addresses(struct oc_guards *guards, LLVMValueRef low) {
    for (size_t i = 0; i < guards->address_count; i++)
        guards->addresses[i].base = oc_places_base(guards, &guards->addresses[i], low);
}

// Makes the rest's loop, whose lanes use arrays of their own.
static void copy_lanes(struct oc_threads *threads, size_t region, struct oc_copy *rest) {
    LLVMBasicBlockRef before = oc_build_block(threads, "rest.begin");
    LLVMBasicBlockRef after = oc_build_block(threads, "rest.done");
    oc_build_at_end(threads, before);
    LLVMBuildBr(threads->builder, after);
    oc_build_at_end(threads, after);
    LLVMBuildBr(threads->builder, rest->exit);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(rest->from), 0, before);
    rest->from = before;
    rest->exit = after;
    oc_copy_threads(threads, region, rest);
    oc_apart_arrays(threads, rest, before, after);
}

// The same in pieces.
static void cut_lanes(struct oc_guards *guards, LLVMValueRef exact, const struct oc_copy *rest) {
    LLVMBasicBlockRef before = oc_build_block(guards->threads, "rest.ask");
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(rest->from), 0, before);
    oc_restpieces_make(guards, exact, before, rest->exit);
}

static void make_rest_of_lanes(struct oc_guards *guards, LLVMValueRef exact, struct oc_copy *rest) {
    if (exact && oc_restpieces_can(guards)) {
        cut_lanes(guards, exact, rest);
        return;
    }
    copy_lanes(guards->threads, guards->region, rest);
    oc_marks_like(guards->threads, guards->loops->latch, rest->latch);
}

static void make_rest(const struct oc_guards *guards, const struct oc_guard *only,
                      struct oc_copy *rest) {
    oc_copy_threads(guards->threads, guards->region, rest);
    if (only) {
        oc_copy_replace(rest, only->instruction, oc_build_bit(guards->threads, !only->wanted));
        oc_marks_like(guards->threads, guards->loops->latch, rest->latch);
    } else {
        oc_marks_cold(guards->threads, rest->latch);
    }
}

// Returns, of a row that stays whole, whether all guards hold in all of it; else NULL.
static LLVMValueRef split_loop(struct oc_guards *guards) {
    struct oc_threads *threads = guards->threads;
    struct oc_loops *loops = guards->loops;
    bool idle = rest_is_idle(guards);
    bool whole = stays_whole(guards);
    bool may_be_on_one_side =
        !idle && !whole && !threads->strip && !oc_nest_is_whole(threads, loops);
    const struct oc_guard *only = may_be_on_one_side ? only_exact(guards) : NULL;
    if (whole)
        drop_addresses(guards);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(loops->row));
    LLVMPositionBuilderAtEnd(threads->builder, loops->row);
    struct stretch main = whole ? place_whole_row(guards) : place_main(guards);
    place_addresses(guards, main.low);
    struct oc_copy rest = place_rest(guards, &main, only, idle);
    rest.from = shorten_loop(threads, loops, &main, has_rest(threads, loops, &main, &rest, idle));
    const struct oc_guard *of_lanes = idle ? NULL : oc_idlelanes_guard(guards);
    bool alike = of_lanes && of_lanes->kind == OC_GUARD_ROW && guards->count == 1;
    if (of_lanes && !alike)
        oc_idlelanes_add(guards, of_lanes, main.none, &rest);
    if (alike)
        oc_idlelanes_make(guards, of_lanes, &rest);
    else if (oc_nest_is_of_lanes(threads, loops))
        make_rest_of_lanes(guards, main.exact, &rest);
    else
        make_rest(guards, only, &rest);
    if (!whole)
        resolve(guards);
    return main.full;
}

void oc_split_row(struct oc_threads *threads, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    struct oc_guards guards = {.threads = threads, .region = region, .loops = loops};
    if (!loops->loops || !oc_guards_find(&guards))
        return;
    LLVMValueRef full = NULL;
    if (guards.count) {
        full = split_loop(&guards);
    } else {
        LLVMPositionBuilderBefore(threads->builder, LLVMGetBasicBlockTerminator(loops->row));
        place_addresses(&guards, loops->low);
    }
    simplify_addresses(&guards);
    if (full && wants_full_rows(&guards))
        add_full_rows(&guards, full);
}
