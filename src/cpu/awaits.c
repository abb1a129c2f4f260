#include "cpu/awaits.h"

#include "base/map.h"
#include "base/names.h"
#include "base/text.h"
#include "cpu/lanefunctions.h"
#include "ir/ids.h"
#include "ir/logic.h"
#include "ir/sums.h"
#include "ir/waits.h"

#include <string.h>

void oc_awaits_drop(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values awaits = {.arena = ir->arena};
    oc_ir_collect_calls_if(function, oc_waits_is_await, &awaits);
    for (size_t i = 0; i < awaits.count; i++)
        LLVMInstructionEraseFromParent(awaits.items[i]);
}

void oc_awaits_keep_loops(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values awaits = {.arena = ir->arena};
    oc_ir_collect_calls_if(function, oc_waits_is_await, &awaits);
    if (!awaits.count)
        return;
    struct oc_loop_info *loops = oc_loops_read(function);
    for (size_t i = 0; i < awaits.count; i++)
        for (const struct oc_loop *loop =
                 oc_loops_around(loops, LLVMGetInstructionParent(awaits.items[i]));
             loop; loop = oc_loop_parent(loop))
            oc_loop_keep(loop);
    oc_loops_dispose(loops);
}

// ---- Loops -------------------------------------------------------------------------------------

// The way from a block through one turn of a loop.
struct turn {
    const struct oc_loop *loop;
    LLVMBasicBlockRef head;
    struct oc_map seen;
};

// Whether control can come from `from` to `to` in one turn, not by way of `without`.
static bool leads(struct turn *turn, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                  LLVMBasicBlockRef without) {
    size_t known;
    if (from == to)
        return true;
    if (from == turn->head || from == without || !oc_loop_has(turn->loop, from) ||
        oc_map_get(&turn->seen, from, &known))
        return false;
    oc_map_set(&turn->seen, from, 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        if (leads(turn, LLVMGetSuccessor(end, i), to, without))
            return true;
    return false;
}

// ---- Sides that lanes take for good ------------------------------------------------------------

enum { MOST_OPERATIONS = 8 }; // of a condition, one after the other

// Whether a value is the same in all turns of a loop.
static bool is_fixed(const struct oc_loop *loop, LLVMValueRef value, unsigned depth) {
    if (!LLVMIsAInstruction(value) || !oc_loop_has(loop, LLVMGetInstructionParent(value)))
        return true;
    if (oc_ids_is_index(oc_ir_callee_name(value)))
        return true;
    if (depth == MOST_OPERATIONS || LLVMIsAPHINode(value) || LLVMIsAAllocaInst(value) ||
        LLVMIsALoadInst(value) || !oc_ir_only_computes(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_fixed(loop, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

static bool is_negative(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) < 0;
}

enum course { OTHER, RISES, FALLS };

// What a number does from turn to turn: it is a counter of the loop, with something added to it. A
// step that is not a constant is taken to be positive.
static enum course course_of(const struct oc_loop *loop, LLVMBasicBlockRef head, LLVMValueRef value,
                             unsigned depth) {
    if (depth == MOST_OPERATIONS || !LLVMIsAInstruction(value))
        return OTHER;
    if (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value))
        return course_of(loop, head, LLVMGetOperand(value, 0), depth + 1);
    if (LLVMIsAPHINode(value)) {
        enum course course = OTHER;
        for (unsigned i = 0;
             LLVMGetInstructionParent(value) == head && i < LLVMCountIncoming(value); i++) {
            LLVMValueRef next = LLVMGetIncomingValue(value, i);
            if (!oc_loop_has(loop, LLVMGetIncomingBlock(value, i)))
                continue;
            if (!oc_sums_is_opcode(next, LLVMAdd))
                return OTHER;
            bool is_first = LLVMGetOperand(next, 0) == value;
            LLVMValueRef step = LLVMGetOperand(next, is_first ? 1 : 0);
            if ((!is_first && LLVMGetOperand(next, 1) != value) || !is_fixed(loop, step, 0))
                return OTHER;
            enum course own = is_negative(step) ? FALLS : RISES;
            if (course != OTHER && course != own)
                return OTHER;
            course = own;
        }
        return course;
    }
    if (LLVMGetInstructionOpcode(value) != LLVMAdd && LLVMGetInstructionOpcode(value) != LLVMOr)
        return OTHER;
    LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
    return is_fixed(loop, right, 0)  ? course_of(loop, head, left, depth + 1)
           : is_fixed(loop, left, 0) ? course_of(loop, head, right, depth + 1)
                                     : OTHER;
}

static bool is_less(LLVMIntPredicate predicate) {
    return predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT ||
           predicate == LLVMIntSLE;
}

// Whether a condition that once has had a value has it in all later turns: `i < n` stays false
// where i rises.
static bool stays(const struct oc_loop *loop, LLVMBasicBlockRef head, LLVMValueRef condition,
                  bool value) {
    LLVMValueRef left, right;
    bool is_or;
    if (is_fixed(loop, condition, 0))
        return true;
    if (oc_logic_read_both(condition, &left, &right, &is_or))
        return is_or == value && stays(loop, head, left, value) && stays(loop, head, right, value);
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
        return false;
    bool less = is_less(predicate);
    enum course of_left = course_of(loop, head, LLVMGetOperand(condition, 0), 0),
                of_right = course_of(loop, head, LLVMGetOperand(condition, 1), 0);
    bool left_is_fixed = is_fixed(loop, LLVMGetOperand(condition, 0), 0),
         right_is_fixed = is_fixed(loop, LLVMGetOperand(condition, 1), 0);
    enum course course = right_is_fixed  ? of_left
                         : left_is_fixed ? (of_right == RISES   ? FALLS
                                            : of_right == FALLS ? RISES
                                                                : OTHER)
                                         : OTHER; // of left - right
    return course == (less == value ? FALLS : RISES) && course != OTHER;
}

// Whether a block's end leads on one side to the call, and on another side past it to the loop's
// next turn, from where lanes may come to the call. Lanes that leave a loop at the block wait after
// that loop.
static bool parts_turn(const struct oc_loop_info *loops, const struct oc_loop *loop,
                       LLVMBasicBlockRef head, LLVMBasicBlockRef block, LLVMBasicBlockRef call,
                       struct oc_arena *arena) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    const struct oc_loop *around = oc_loops_around(loops, block);
    unsigned coming = 0, passing = 0, both = 0; // sides
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        struct turn to = {loop, head, {.arena = arena}}, past = to;
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
        if (!oc_loop_has(around, next))
            return false;
        bool comes = leads(&to, next, call, NULL);
        bool passes =
            leads(&past, next, head, call) &&
            (comes || !LLVMIsABranchInst(end) || !stays(loop, head, LLVMGetCondition(end), i == 0));
        coming += comes;
        passing += passes;
        both += comes && passes;
    }
    return coming && passing && (coming + passing > 2 || !both);
}

static bool is_lane_function(LLVMValueRef value) {
    const char *name = oc_ir_callee_name(value);
    return oc_waits_for_lanes(value) ||
           (oc_starts_with(name, OC_NAME_LANE) && strcmp(name, OC_NAME_LANE_ID) != 0);
}

// Whether a mask is computed from what a lane function has returned in the loop.
static bool is_of_turn(const struct oc_loop *loop, LLVMValueRef mask, unsigned depth) {
    enum { MOST_DEPTH = 8 };
    if (depth == MOST_DEPTH || !LLVMIsAInstruction(mask) ||
        !oc_loop_has(loop, LLVMGetInstructionParent(mask)))
        return false;
    if (is_lane_function(mask))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(mask); i++)
        if (is_of_turn(loop, LLVMGetOperand(mask, (unsigned)i), depth + 1))
            return true;
    return false;
}

static bool has_barrier(const struct oc_awaits_view *view, const struct oc_loop *loop,
                        LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        if (oc_loop_has(loop, block) && view->has_barrier(view, block))
            return true;
    return false;
}

static bool may_part_turns(const struct oc_loop_info *loops, const struct oc_loop *loop,
                           LLVMBasicBlockRef call, const struct oc_awaits_view *view) {
    struct oc_arena arena = {0};
    LLVMValueRef function = LLVMGetBasicBlockParent(call);
    LLVMBasicBlockRef head = oc_loop_header(loop);
    bool parts = false;
    OC_EACH_BLOCK (block, function)
        parts = parts ||
                (oc_loop_has(loop, block) &&
                 LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) > 1 &&
                 view->parts(view, block) && parts_turn(loops, loop, head, block, call, &arena));
    oc_arena_release(&arena);
    return parts;
}

const struct oc_loop *oc_awaits_loop(const struct oc_loop_info *loops, LLVMValueRef await,
                                     const struct oc_awaits_view *view) {
    const struct oc_loop *found = NULL;
    LLVMBasicBlockRef call = LLVMGetInstructionParent(await);
    LLVMValueRef function = LLVMGetBasicBlockParent(call);
    for (const struct oc_loop *loop = oc_loops_around(loops, call);
         loop && !is_of_turn(loop, LLVMGetOperand(await, 0), 0) &&
         !has_barrier(view, loop, function);
         loop = oc_loop_parent(loop))
        if (may_part_turns(loops, loop, call, view))
            found = loop;
    return found;
}

// ---- Needless ones -----------------------------------------------------------------------------

// Whether a value divides the thread's number by a multiple of the lanes.
static bool is_number_of_group(LLVMValueRef value, unsigned lanes) {
    bool shifts = LLVMGetInstructionOpcode(value) == LLVMLShr;
    if (!shifts && LLVMGetInstructionOpcode(value) != LLVMUDiv)
        return false;
    LLVMValueRef by = LLVMGetOperand(value, 1), number = LLVMGetOperand(value, 0);
    if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by) >= (shifts ? 32u : 1u << 31))
        return false;
    unsigned long divisor = LLVMConstIntGetZExtValue(by);
    divisor = shifts ? 1ul << divisor : divisor;
    if (LLVMIsAZExtInst(number))
        number = LLVMGetOperand(number, 0);
    return divisor && divisor % lanes == 0 &&
           strcmp(oc_ir_callee_name(number), OC_NAME_THREAD_ID) == 0 &&
           LLVMIsNull(LLVMGetOperand(number, 0));
}

struct conditions {
    struct oc_awaits_view view;
    const struct oc_loop_info *loops;
    unsigned lanes;
    struct oc_map alike; // values that are being looked at, or that are alike
};

// Whether it can be seen that a value is the same for the lanes of a group that come to it
// together: it is computed from the block's place, arguments, turns of loops and votes.
static bool is_alike(struct conditions *conditions, LLVMValueRef value) {
    size_t known;
    if (!LLVMIsAInstruction(value) || oc_map_get(&conditions->alike, value, &known))
        return true;
    oc_map_set(&conditions->alike, value, 1);
    if (oc_ir_is_call(value)) {
        const char *name = oc_ir_callee_name(value);
        if (oc_waits_for_lanes(value))
            return oc_lanefunctions_have_one_result(value);
        return oc_ids_is_index(name) && strcmp(name, OC_NAME_THREAD_ID) != 0 &&
               strcmp(name, OC_NAME_GLOBAL_ID) != 0;
    }
    if (is_number_of_group(value, conditions->lanes))
        return true;
    if (LLVMIsAAllocaInst(value) || LLVMIsAAtomicRMWInst(value) ||
        LLVMIsAAtomicCmpXchgInst(value) || (LLVMIsALoadInst(value) && LLVMGetVolatile(value)))
        return false;
    int operands = LLVMGetNumOperands(value);
    if (LLVMIsAPHINode(value)) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
        const struct oc_loop *loop = oc_loops_around(conditions->loops, block);
        if (!loop || oc_loop_header(loop) != block)
            return false;
        operands = (int)LLVMCountIncoming(value);
    }
    for (int i = 0; i < operands; i++)
        if (!is_alike(conditions, LLVMIsAPHINode(value) ? LLVMGetIncomingValue(value, (unsigned)i)
                                                        : LLVMGetOperand(value, (unsigned)i)))
            return false;
    return true;
}

// Where the condition of a branch is not seen to be alike.
static bool may_part(const struct oc_awaits_view *view, LLVMBasicBlockRef block) {
    struct oc_arena arena = {0};
    struct conditions conditions = *(const struct conditions *)view;
    conditions.alike.arena = &arena;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    bool parts = !is_alike(&conditions, LLVMGetOperand(end, 0));
    oc_arena_release(&arena);
    return parts;
}

bool oc_awaits_has_barrier(const struct oc_awaits_view *view, LLVMBasicBlockRef block) {
    (void)view;
    OC_EACH_INSTRUCTION (instruction, block)
        if (oc_waits_for_block(instruction))
            return true;
    return false;
}

void oc_awaits_drop_needless(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values awaits = {.arena = ir->arena}, calls = awaits;
    oc_ir_collect_calls_if(function, oc_waits_is_await, &awaits);
    if (!awaits.count)
        return;
    oc_lanefunctions_find(function, &calls);
    struct oc_loop_info *loops = oc_loops_read(function);
    const struct conditions conditions = {
        .view = {may_part, oc_awaits_has_barrier},
        .loops = loops,
        .lanes = calls.count ? oc_lanefunctions_count(calls.items[0]) : 1,
    };
    for (size_t i = 0; i < awaits.count; i++)
        if (!oc_awaits_loop(loops, awaits.items[i], &conditions.view))
            LLVMInstructionEraseFromParent(awaits.items[i]);
    oc_loops_dispose(loops);
    oc_awaits_keep_loops(ir, function);
}
