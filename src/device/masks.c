#include "device/masks.h"

#include "base/names.h"
#include "device/barriers.h"
#include "device/lanecalls.h"
#include "device/naturalloops.h"

#include <string.h>

enum kind {
    ASKED,  // who is there is found out there
    ENTRY,  // all lanes of a kernel, or those that a function is told
    PARTED, // lanes go some of the ways of a branch
    TURN,   // they come from outside of a loop or from a turn before, together
    EITHER, // they come from one of several blocks, together
};

// How to make the mask of a block.
struct plan {
    enum kind kind;
    size_t block;
    unsigned count;
    LLVMValueRef *branches; // where lanes come from; of PARTED: one
    bool **wanted;          // by branch and successor: whether that way leads to the block
    struct oc_head *heads;  // of the branches
    bool is_exact;          // it must not have lanes that are missing
    LLVMValueRef mask;
};

struct oc_masks {
    struct oc_ir *ir;
    struct oc_heads *heads;
    const struct oc_dominators *blocks;
    LLVMValueRef entry, last; // the mask that is given, or NULL; and the number of the last lane
    LLVMBuilderRef builder;
    struct plan **plans; // by block; NULL if it is not needed
    bool *dead;          // by block: each way from there ends in undefined behaviour
    struct oc_naturalloops loops;
    bool *leads, *leaks; // by block, while ways are followed
    bool asks, complete;
};

static LLVMValueRef end_of(const struct oc_masks *masks, size_t block) {
    return LLVMGetBasicBlockTerminator(masks->blocks->blocks[block]);
}

// ---- Ways --------------------------------------------------------------------------------------

static bool is_branch(LLVMValueRef terminator) {
    return LLVMIsABranchInst(terminator) || LLVMIsASwitchInst(terminator);
}

static void find_dead(struct oc_masks *masks) {
    const struct oc_dominators *blocks = masks->blocks;
    size_t *waiting = OC_NEW_ARRAY(masks->ir->arena, blocks->count, size_t), count = 0;
    masks->dead = OC_NEW_ARRAY(masks->ir->arena, blocks->count, bool);
    for (size_t i = 0; i < blocks->count; i++) {
        masks->dead[i] = LLVMIsAUnreachableInst(end_of(masks, i));
        if (masks->dead[i])
            waiting[count++] = i;
    }
    while (count) {
        const struct oc_numbers *before = &blocks->before[waiting[--count]];
        for (size_t i = 0; i < before->count; i++) {
            const struct oc_numbers *next = &blocks->next[before->items[i]];
            bool dead = !masks->dead[before->items[i]];
            for (size_t s = 0; s < next->count; s++)
                dead = dead && masks->dead[next->items[s]];
            masks->dead[before->items[i]] |= dead;
            if (dead)
                waiting[count++] = before->items[i];
        }
    }
}

// Finds the blocks between the block `parting`, which dominates `to`, and `to`: those that lead to
// `to` before they lead to `parting`, in masks->leads; and of these the ones that may also lead
// elsewhere, in masks->leaks. Returns them.
static struct oc_numbers follow_back(struct oc_masks *masks, size_t to, size_t parting) {
    const struct oc_dominators *blocks = masks->blocks;
    size_t *found = OC_NEW_ARRAY(masks->ir->arena, blocks->ends[parting] - parting, size_t);
    size_t count = 0;
    for (size_t at = 0; at <= count; at++) {
        const struct oc_numbers *before = &blocks->before[at == 0 ? to : found[at - 1]];
        for (size_t i = 0; i < before->count; i++) {
            size_t from = before->items[i];
            if (from == parting || from == to || masks->leads[from])
                continue;
            masks->leads[from] = true;
            found[count++] = from;
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            const struct oc_numbers *next = &blocks->next[found[i]];
            bool leaks = masks->leaks[found[i]];
            for (size_t s = 0; s < next->count; s++) {
                size_t successor = next->items[s];
                leaks =
                    leaks || (masks->leads[successor] ? masks->leaks[successor]
                                                      : successor != to && !masks->dead[successor]);
            }
            changed |= leaks != masks->leaks[found[i]];
            masks->leaks[found[i]] = leaks;
        }
    }
    return (struct oc_numbers){found, count};
}

// Sets which ways of the block `parting` lead to the block `to`. Returns false if one may or may
// not.
static bool find_ways(struct oc_masks *masks, size_t to, size_t parting, bool *wanted) {
    struct oc_numbers between = follow_back(masks, to, parting);
    LLVMValueRef branch = end_of(masks, parting);
    bool is_clear = true;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++) {
        size_t next = oc_dominators_number(masks->blocks, LLVMGetSuccessor(branch, s));
        wanted[s] = next == to || masks->leads[next];
        is_clear = is_clear && (next == to || !masks->leaks[next]);
    }
    for (size_t i = 0; i < between.count; i++)
        masks->leads[between.items[i]] = masks->leaks[between.items[i]] = false;
    return is_clear;
}

// ---- Plans -------------------------------------------------------------------------------------

static bool add_branch(const struct oc_masks *masks, struct plan *plan, size_t from) {
    LLVMValueRef branch = end_of(masks, from);
    bool *wanted = OC_NEW_ARRAY(masks->ir->arena, LLVMGetNumSuccessors(branch) + 1, bool);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
        wanted[s] = LLVMGetSuccessor(branch, s) == masks->blocks->blocks[plan->block];
    plan->branches[plan->count] = branch;
    plan->heads[plan->count] = oc_heads_of(masks->heads, branch);
    plan->wanted[plan->count++] = wanted;
    return is_branch(branch);
}

static bool add_branches(const struct oc_masks *masks, struct plan *plan) {
    const struct oc_numbers *before = &masks->blocks->before[plan->block];
    bool done = true;
    plan->count = 0;
    for (size_t i = 0; i < before->count; i++)
        done = add_branch(masks, plan, before->items[i]) && done;
    return done;
}

// The blocks on the ways from `parting`, which dominates `to`, to `to`.
struct ways {
    size_t parting, to;
    struct oc_numbers between;
    bool *reaches; // by block: lanes may come to `to` from there, before the loop's next turn
    bool *seen;    // for avoids()
    size_t *waiting;
};

// Whether there is a way from a block to `to` that does not lead through `meeting`.
static bool avoids(const struct oc_masks *masks, const struct ways *ways, size_t block,
                   size_t meeting) {
    size_t count = 0;
    bool found = false;
    memset(ways->seen, 0, masks->blocks->count * sizeof *ways->seen);
    ways->seen[block] = true;
    ways->waiting[count++] = block;
    while (count && !found) {
        const struct oc_numbers *next = &masks->blocks->next[ways->waiting[--count]];
        for (size_t s = 0; s < next->count; s++) {
            size_t to = next->items[s];
            found |= to == ways->to;
            if (to == meeting || to == ways->parting || !masks->leads[to] || ways->seen[to])
                continue;
            ways->seen[to] = true;
            ways->waiting[count++] = to;
        }
    }
    return found;
}

// Whether lanes that a block's branch parts may come to `to` by two of its ways, and not together.
static bool parts_lanes_of(const struct oc_masks *masks, const struct ways *ways, size_t block) {
    const struct oc_numbers *next = &masks->blocks->next[block];
    size_t reaching = 0;
    for (size_t s = 0; s < next->count; s++)
        reaching += ways->reaches[next->items[s]];
    struct oc_head head = oc_heads_of(masks->heads, end_of(masks, block));
    if (reaching < 2 || !head.differs)
        return false;
    size_t before = oc_dominators_number(masks->blocks, head.block);
    for (size_t i = 0; i < ways->between.count; i++) {
        size_t at = ways->between.items[i];
        LLVMBasicBlockRef meeting = oc_heads_of(masks->heads, end_of(masks, at)).block;
        if (at != block &&
            oc_dominators_has(masks->blocks, oc_dominators_number(masks->blocks, meeting),
                              before) &&
            !avoids(masks, ways, block, at))
            return false;
    }
    return true;
}

// Whether all lanes that are together in the block `parting`, which dominates `to`, and ever come
// to `to` come there from one block, together.
static bool come_together(struct oc_masks *masks, size_t to, size_t parting) {
    struct oc_arena *arena = masks->ir->arena;
    size_t count = masks->blocks->count;
    struct ways ways = {.parting = parting,
                        .to = to,
                        .between = follow_back(masks, to, parting),
                        .reaches = OC_NEW_ARRAY(arena, count, bool),
                        .seen = OC_NEW_ARRAY(arena, count, bool),
                        .waiting = OC_NEW_ARRAY(arena, count, size_t)};
    ways.reaches[to] = true;
    oc_dominators_spread_back(arena, masks->blocks, ways.reaches, masks->loops.heads[to]);
    bool together = !parts_lanes_of(masks, &ways, parting);
    for (size_t i = 0; together && i < ways.between.count; i++)
        together = !parts_lanes_of(masks, &ways, ways.between.items[i]);
    for (size_t i = 0; i < ways.between.count; i++)
        masks->leads[ways.between.items[i]] = masks->leaks[ways.between.items[i]] = false;
    return together;
}

static enum kind make_plan(struct oc_masks *masks, struct plan *plan) {
    const struct oc_dominators *blocks = masks->blocks;
    const struct oc_numbers *before = &blocks->before[plan->block];
    size_t backwards = 0, parting = blocks->parents[plan->block];
    for (size_t i = 0; i < before->count; i++)
        backwards += oc_dominators_has(blocks, plan->block, before->items[i]);
    if (plan->block == 0)
        return ENTRY;
    if (before->count == 1)
        return add_branch(masks, plan, before->items[0]) ? PARTED : ASKED;
    if (backwards)
        return backwards == 1 && before->count == 2 && add_branches(masks, plan) ? TURN : ASKED;
    if (add_branch(masks, plan, parting) && find_ways(masks, plan->block, parting, plan->wanted[0]))
        return PARTED;
    return come_together(masks, plan->block, parting) && add_branches(masks, plan) ? EITHER : ASKED;
}

// Whether those that come to a branch vote which of them go a way that is wanted.
static bool votes(const struct plan *plan, unsigned branch) {
    bool all = true;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(plan->branches[branch]); s++)
        all = all && plan->wanted[branch][s];
    return !all && plan->heads[branch].differs;
}

// Whether lanes leave a loop at different times before they come to the block. They meet there, but
// the vote at the branch has only the lanes that leave in one turn.
static bool leaves_loop(const struct oc_masks *masks, const struct plan *plan) {
    for (unsigned i = 0; i < plan->count; i++) {
        size_t from =
            oc_dominators_number(masks->blocks, LLVMGetInstructionParent(plan->branches[i]));
        if (votes(plan, i) && masks->loops.heads[from] < masks->blocks->count &&
            !oc_naturalloops_has(&masks->loops, from, plan->block))
            return true;
    }
    return false;
}

static struct plan *plan_one(struct oc_masks *masks, size_t block) {
    struct oc_arena *arena = masks->ir->arena;
    struct plan *plan = masks->plans[block] = OC_NEW(arena, struct plan);
    size_t most = masks->blocks->before[block].count + 1;
    *plan = (struct plan){.block = block,
                          .branches = OC_NEW_ARRAY(arena, most, LLVMValueRef),
                          .wanted = OC_NEW_ARRAY(arena, most, bool *),
                          .heads = OC_NEW_ARRAY(arena, most, struct oc_head)};
    plan->kind = masks->asks ? ASKED : make_plan(masks, plan);
    if (plan->kind != EITHER && leaves_loop(masks, plan))
        plan->kind = ASKED;
    if (plan->kind == ASKED)
        plan->count = 0;
    masks->complete &= plan->kind != ASKED;
    return plan;
}

// Plans the mask of a block, and of the blocks on whose masks it depends.
static void plan_block(struct oc_masks *masks, LLVMBasicBlockRef block) {
    struct oc_values waiting = {.arena = masks->ir->arena}, exact = waiting;
    oc_values_add(&exact, LLVMBasicBlockAsValue(block));
    while (waiting.count || exact.count) {
        bool is_exact = exact.count > 0;
        struct oc_values *from = is_exact ? &exact : &waiting;
        LLVMBasicBlockRef next = LLVMValueAsBasicBlock(from->items[--from->count]);
        size_t at = oc_dominators_number(masks->blocks, next);
        struct plan *plan = masks->plans[at];
        if (plan && (plan->is_exact || !is_exact))
            continue;
        plan = plan ? plan : plan_one(masks, at);
        plan->is_exact |= is_exact;
        for (unsigned i = 0; i < plan->count; i++)
            oc_values_add(plan->is_exact && !votes(plan, i) ? &exact : &waiting,
                          LLVMBasicBlockAsValue(plan->heads[i].block));
    }
}

struct oc_masks *oc_masks_plan(struct oc_ir *ir, struct oc_heads *heads, LLVMValueRef entry,
                               bool asks, const struct oc_values *blocks, bool *complete) {
    struct oc_masks *masks = OC_NEW(ir->arena, struct oc_masks);
    size_t count = oc_heads_blocks(heads)->count;
    *masks = (struct oc_masks){.ir = ir,
                               .heads = heads,
                               .blocks = oc_heads_blocks(heads),
                               .entry = entry,
                               .asks = asks,
                               .plans = OC_NEW_ARRAY(ir->arena, count, struct plan *),
                               .leads = OC_NEW_ARRAY(ir->arena, count, bool),
                               .leaks = OC_NEW_ARRAY(ir->arena, count, bool),
                               .complete = true};
    find_dead(masks);
    oc_naturalloops_read(ir->arena, masks->blocks, &masks->loops);
    for (size_t i = 0; i < blocks->count; i++)
        plan_block(masks, LLVMValueAsBasicBlock(blocks->items[i]));
    *complete = masks->complete;
    return masks;
}

// ---- Barriers ----------------------------------------------------------------------------------

// Marks the blocks that control can come to from `from`, but not from `stop` on. Blocks in `avoid`
// are not entered (NULL: all are).
static bool *come_from(const struct oc_masks *masks, size_t from, size_t stop, const bool *avoid) {
    const struct oc_dominators *blocks = masks->blocks;
    bool *come = OC_NEW_ARRAY(masks->ir->arena, blocks->count, bool);
    size_t *waiting = OC_NEW_ARRAY(masks->ir->arena, blocks->count, size_t), count = 0;
    waiting[count++] = from;
    while (count) {
        const struct oc_numbers *next = &blocks->next[waiting[--count]];
        for (size_t s = 0; s < next->count; s++) {
            size_t to = next->items[s];
            if (come[to] || to == from || (avoid && avoid[to]))
                continue;
            come[to] = true;
            if (to != stop)
                waiting[count++] = to;
        }
    }
    return come;
}

static bool is_apart(const struct oc_masks *masks, const bool *waits, LLVMBasicBlockRef head,
                     LLVMBasicBlockRef voting) {
    const struct oc_dominators *blocks = masks->blocks;
    size_t from = oc_dominators_number(blocks, head), to = oc_dominators_number(blocks, voting);
    bool *leads = OC_NEW_ARRAY(masks->ir->arena, blocks->count, bool), any = false;
    if (from == to)
        return false;
    leads[to] = true;
    oc_dominators_spread_back(masks->ir->arena, blocks, leads, from);
    const bool *between = come_from(masks, from, to, NULL);
    for (size_t b = 0; b < blocks->count; b++)
        any |= between[b] && leads[b] && b != to && waits[b];
    return any && come_from(masks, from, to, waits)[to];
}

bool oc_masks_vote_apart(const struct oc_masks *masks) {
    const struct oc_dominators *blocks = masks->blocks;
    bool *waits = OC_NEW_ARRAY(masks->ir->arena, blocks->count, bool);
    for (size_t b = 0; b < blocks->count; b++)
        waits[b] = oc_barriers_block_may_wait(masks->ir, blocks->blocks[b]);
    for (size_t b = 0; b < blocks->count; b++) {
        const struct plan *plan = masks->plans[b];
        for (unsigned i = 0; plan && i < plan->count; i++)
            if (votes(plan, i) && is_apart(masks, waits, plan->heads[i].block,
                                           LLVMGetInstructionParent(plan->branches[i])))
                return true;
    }
    return false;
}

// ---- Masks -------------------------------------------------------------------------------------

// Whether a lane goes one of the ways of a branch or a switch that are wanted.
static LLVMValueRef build_goes(LLVMBuilderRef builder, LLVMValueRef branch, const bool *wanted) {
    if (!LLVMIsASwitchInst(branch)) {
        LLVMValueRef condition = LLVMGetCondition(branch);
        return wanted[0] ? condition : LLVMBuildNot(builder, condition, "");
    }
    LLVMValueRef number = LLVMGetOperand(branch, 0);
    // Of cases that go another way than the default's.
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(number));
    LLVMValueRef goes = LLVMConstInt(LLVMInt1TypeInContext(context), wanted[0], false);
    for (unsigned s = 1; s < LLVMGetNumSuccessors(branch); s++) {
        if (wanted[s] == wanted[0])
            continue;
        LLVMValueRef is_case =
            LLVMBuildICmp(builder, LLVMIntEQ, number, LLVMGetSwitchCaseValue(branch, s), "");
        goes = LLVMBuildXor(builder, goes, is_case, "");
    }
    return goes;
}

static LLVMValueRef mask_at(const struct oc_masks *masks, LLVMBasicBlockRef block) {
    return masks->plans[oc_dominators_number(masks->blocks, block)]->mask;
}

// The mask of the lanes that come to a branch together and go one of the ways that are wanted.
// Where the branch parts them, they vote.
static LLVMValueRef mask_of_ways(struct oc_masks *masks, const struct plan *plan, unsigned i) {
    LLVMValueRef mask = mask_at(masks, plan->heads[i].block), branch = plan->branches[i];
    if (!votes(plan, i))
        return mask;
    LLVMPositionBuilderBefore(masks->builder, branch); // with its place in the source
    LLVMValueRef goes = build_goes(masks->builder, branch, plan->wanted[i]);
    return oc_lanecalls_vote(masks->ir, masks->builder, goes, mask);
}

LLVMValueRef oc_masks_last(struct oc_masks *masks) {
    if (!masks->last)
        masks->last = oc_lanecalls_ask(masks->ir, masks->blocks->blocks[0], OC_NAME_LANE "all");
    return masks->last;
}

// In a kernel, those of lanes that are missing only matter where that is asked for.
static LLVMValueRef mask_of_entry(struct oc_masks *masks, bool is_exact) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(masks->ir->context);
    if (masks->entry)
        return masks->entry;
    if (!is_exact)
        return LLVMConstAllOnes(i32);
    LLVMValueRef last = oc_masks_last(masks);
    LLVMPositionBuilderBefore(masks->builder, LLVMGetNextInstruction(last));
    LLVMSetCurrentDebugLocation2(masks->builder, NULL);
    LLVMValueRef next = LLVMBuildShl(masks->builder, LLVMConstInt(i32, 2, false), last, "");
    return LLVMBuildSub(masks->builder, next, LLVMConstInt(i32, 1, false), "");
}

static void build_mask(struct oc_masks *masks, struct plan *plan) {
    LLVMBasicBlockRef block = masks->blocks->blocks[plan->block];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(masks->ir->context);
    switch (plan->kind) {
    case ASKED:
        plan->mask = oc_lanecalls_ask(masks->ir, block, OC_NAME_LANE "mask");
        break;
    case ENTRY:
        plan->mask = mask_of_entry(masks, plan->is_exact);
        break;
    case PARTED:
        plan->mask = mask_of_ways(masks, plan, 0);
        break;
    case TURN:
    case EITHER:
        LLVMPositionBuilderBeforeInstrAndDbgRecords(masks->builder, LLVMGetFirstInstruction(block));
        plan->mask = LLVMBuildPhi(masks->builder, i32, "");
        break;
    }
}

// A block comes after those that dominate it, so what its mask depends on is there, but for what
// comes at the end of a loop.
void oc_masks_build(struct oc_masks *masks) {
    masks->builder = LLVMCreateBuilderInContext(masks->ir->context);
    for (size_t i = 0; i < masks->blocks->count; i++)
        if (masks->plans[i])
            build_mask(masks, masks->plans[i]);
    for (size_t i = 0; i < masks->blocks->count; i++) {
        struct plan *plan = masks->plans[i];
        for (unsigned b = 0; plan && plan->kind >= TURN && b < plan->count; b++) {
            LLVMValueRef mask = mask_of_ways(masks, plan, b);
            LLVMBasicBlockRef from = LLVMGetInstructionParent(plan->branches[b]);
            for (unsigned s = 0; s < LLVMGetNumSuccessors(plan->branches[b]); s++)
                if (plan->wanted[b][s])
                    LLVMAddIncoming(plan->mask, &mask, &from, 1);
        }
    }
    LLVMDisposeBuilder(masks->builder);
}

LLVMValueRef oc_masks_at(const struct oc_masks *masks, LLVMBasicBlockRef block) {
    return mask_at(masks, block);
}
