#include "cpu/onelane.h"

#include "ir/edit.h"
#include "ir/llvm_shim.h"
#include "ir/logic.h"
#include "ir/paths.h"

// A loop that counts lanes from 0, is left at its last block only, and does nothing outside of the
// blocks that only one lane comes to.
struct loop {
    const struct oc_loop *loop;
    LLVMValueRef turn;      // a phi
    unsigned start;         // which of the phi's values comes from outside of the loop
    LLVMBasicBlockRef last; // whose branch goes back
    LLVMValueRef back;      // that branch
    unsigned out;           // which of the branch's successors is outside of the loop
    unsigned turns;
};

// Reads the phi of a loop's first block: 0 from outside, and one more from the last block.
static bool read_turn(LLVMBasicBlockRef head, struct loop *out) {
    LLVMValueRef turn = LLVMGetFirstInstruction(head);
    if (!LLVMIsAPHINode(turn) || LLVMCountIncoming(turn) != 2)
        return false;
    unsigned inside = oc_loop_has(out->loop, LLVMGetIncomingBlock(turn, 0)) ? 0 : 1;
    out->turn = turn;
    out->start = 1 - inside;
    out->last = LLVMGetIncomingBlock(turn, inside);
    LLVMValueRef start = LLVMGetIncomingValue(turn, out->start);
    LLVMValueRef next = LLVMGetIncomingValue(turn, inside);
    return oc_loop_has(out->loop, out->last) &&
           !oc_loop_has(out->loop, LLVMGetIncomingBlock(turn, out->start)) &&
           LLVMIsAConstantInt(start) && LLVMConstIntGetZExtValue(start) == 0 &&
           LLVMIsABinaryOperator(next) && LLVMGetInstructionOpcode(next) == LLVMAdd &&
           LLVMGetOperand(next, 0) == turn && LLVMIsAConstantInt(LLVMGetOperand(next, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(next, 1)) == 1;
}

static bool is_left_at_end(LLVMValueRef function, const struct loop *loop) {
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            if (oc_loop_has(loop->loop, block) && block != loop->last &&
                !oc_loop_has(loop->loop, LLVMGetSuccessor(end, s)))
                return false;
    }
    return true;
}

static bool read_loop(const struct oc_loop_info *loops, LLVMBasicBlockRef head, struct loop *out) {
    *out = (struct loop){.loop = oc_loops_around(loops, head)};
    if (!out->loop || !read_turn(head, out))
        return false;
    out->turns = oc_loops_turns(loops, out->loop);
    out->back = LLVMGetBasicBlockTerminator(out->last);
    if (!out->turns || LLVMGetNumSuccessors(out->back) != 2)
        return false;
    out->out = LLVMGetSuccessor(out->back, 0) == head ? 1 : 0;
    return LLVMGetSuccessor(out->back, 1 - out->out) == head &&
           oc_loops_around(loops, out->last) == out->loop &&
           is_left_at_end(LLVMGetBasicBlockParent(head), out);
}

// ---- The lane ----------------------------------------------------------------------------------

// Whether an instruction loads from an array of the group's that the loop does not change.
static bool loads_what_stays(const struct loop *loop, LLVMValueRef load) {
    if (!LLVMIsALoadInst(load) || oc_ir_has_effect(load))
        return false;
    LLVMValueRef array = oc_ir_base(LLVMGetOperand(load, 0));
    if (!LLVMIsAAllocaInst(array))
        return false;
    OC_EACH_BLOCK (block, LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)))
        OC_EACH_INSTRUCTION (store, block)
            if (LLVMIsAStoreInst(store) && oc_loop_has(loop->loop, block) &&
                oc_ir_base(LLVMGetOperand(store, 1)) == array)
                return false;
    return true;
}

// Whether a value of a loop could be computed before it, and costs little.
static bool can_lead(const struct loop *loop, LLVMValueRef value, unsigned depth) {
    enum { MOST_DEPTH = 6 };
    if (!LLVMIsAInstruction(value) || !oc_loop_has(loop->loop, LLVMGetInstructionParent(value)))
        return true;
    bool computes = oc_ir_is_index_arithmetic(value) || LLVMIsAFreezeInst(value) ||
                    LLVMIsAGetElementPtrInst(value) || loads_what_stays(loop, value) ||
                    (LLVMIsAIntrinsicInst(value) && oc_ir_is_pure(value));
    if (!computes || depth > MOST_DEPTH)
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!LLVMIsAFunction(LLVMGetOperand(value, (unsigned)i)) &&
            !can_lead(loop, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

// Moves what a value is computed from before a loop.
static void lead(const struct loop *loop, LLVMValueRef value, LLVMBuilderRef builder) {
    if (!LLVMIsAInstruction(value) || !oc_loop_has(loop->loop, LLVMGetInstructionParent(value)))
        return;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        lead(loop, LLVMGetOperand(value, (unsigned)i), builder);
    LLVMInstructionRemoveFromParent(value);
    LLVMInsertIntoBuilder(builder, value);
}

// The lane that a condition asks for by a comparison: `turn == lane`, maybe with more: `c && turn
// == lane`. NULL: it asks something else.
static LLVMValueRef lane_of(const struct loop *loop, LLVMValueRef asks,
                            LLVMIntPredicate predicate) {
    LLVMValueRef both[2], lane = NULL;
    bool is_or;
    if (predicate == LLVMIntEQ && oc_logic_read_both(asks, &both[0], &both[1], &is_or) && !is_or) {
        for (unsigned i = 0; !lane && i < 2; i++)
            lane = lane_of(loop, both[i], predicate);
        return lane;
    }
    if (!LLVMIsAICmpInst(asks) || LLVMGetICmpPredicate(asks) != predicate)
        return NULL;
    for (unsigned i = 0; i < 2; i++)
        if (oc_ir_without_casts(LLVMGetOperand(asks, i)) == loop->turn &&
            can_lead(loop, LLVMGetOperand(asks, 1 - i), 0))
            return LLVMGetOperand(asks, 1 - i);
    return NULL;
}

// The lane that a branch asks for. Sets *to to where only that lane goes.
static LLVMValueRef asked_lane(const struct loop *loop, LLVMValueRef branch,
                               LLVMBasicBlockRef *to) {
    if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
        return NULL;
    LLVMValueRef lane = NULL;
    for (unsigned side = 0; !lane && side < 2; side++) {
        *to = LLVMGetSuccessor(branch, side);
        if (oc_loop_has(loop->loop, *to) && oc_ir_only_predecessor(*to))
            lane = lane_of(loop, LLVMGetCondition(branch), side ? LLVMIntNE : LLVMIntEQ);
    }
    return lane;
}

// ---- The others --------------------------------------------------------------------------------

static bool is_used_outside(const struct loop *loop, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!oc_loop_has(loop->loop, LLVMGetInstructionParent(LLVMGetUser(use))))
            return true;
    return false;
}

// Whether the lanes that do not come to block `to` only compute what nobody uses, without loops.
static bool others_do_nothing(const struct oc_paths *paths, const struct oc_loop_info *loops,
                              const struct loop *loop, LLVMBasicBlockRef head,
                              LLVMBasicBlockRef to) {
    bool *avoid = OC_NEW_ARRAY(paths->arena, paths->count, bool);
    for (size_t b = 0; b < paths->count; b++)
        avoid[b] = paths->blocks[b] == to || !oc_loop_has(loop->loop, paths->blocks[b]);
    size_t first = oc_paths_number(paths, head);
    bool *come = oc_paths_search(paths, first, avoid, NULL, NULL);
    come[first] = true;
    for (size_t b = 0; b < paths->count; b++) {
        if (!oc_loop_has(loop->loop, paths->blocks[b]))
            continue;
        if (come[b] && oc_loops_around(loops, paths->blocks[b]) != loop->loop)
            return false;
        OC_EACH_INSTRUCTION (instruction, paths->blocks[b]) {
            bool goes_on = LLVMIsAPHINode(instruction) && paths->blocks[b] == head &&
                           instruction != loop->turn; // from turn to turn
            if (goes_on || is_used_outside(loop, instruction) ||
                (come[b] && !LLVMIsATerminatorInst(instruction) &&
                 !oc_ir_only_computes(instruction)))
                return false;
        }
    }
    return true;
}

static bool run_for_one(struct oc_edit *edit, const struct oc_paths *paths,
                        const struct oc_loop_info *loops, const struct loop *loop,
                        LLVMBasicBlockRef head) {
    LLVMBasicBlockRef to;
    LLVMValueRef lane = NULL;
    for (size_t b = 0; !lane && b < paths->count; b++)
        if (oc_loop_has(loop->loop, paths->blocks[b])) {
            lane = asked_lane(loop, LLVMGetBasicBlockTerminator(paths->blocks[b]), &to);
            lane = lane && others_do_nothing(paths, loops, loop, head, to) ? lane : NULL;
        }
    if (!lane)
        return false;
    LLVMTypeRef type = LLVMTypeOf(loop->turn);
    LLVMBasicBlockRef before = LLVMGetIncomingBlock(loop->turn, loop->start);
    LLVMPositionBuilderBefore(edit->builder, LLVMGetBasicBlockTerminator(before));
    lead(loop, lane, edit->builder);
    // There may be no such lane: the loop still asks.
    LLVMValueRef most = LLVMConstInt(LLVMTypeOf(lane), loop->turns - 1, false);
    LLVMValueRef arguments[] = {LLVMBuildFreeze(edit->builder, lane, ""), most};
    lane = oc_edit_intrinsic(edit, "llvm.umin", LLVMTypeOf(lane), arguments, 2);
    LLVMSetOperand(loop->turn, loop->start,
                   LLVMBuildIntCast2(edit->builder, lane, type, false, ""));
    LLVMSetCondition(loop->back, LLVMConstInt(edit->i1, loop->out == 0, false));
    return true;
}

bool oc_onelane_run(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_loop_info *loops = oc_loops_read(function);
    struct oc_paths paths;
    bool any = false;
    oc_paths_read(ir->arena, function, &paths);
    OC_EACH_BLOCK (head, function) {
        struct loop loop;
        if (read_loop(loops, head, &loop))
            any |= run_for_one(&edit, &paths, loops, &loop, head);
    }
    oc_loops_dispose(loops);
    oc_edit_end(&edit);
    return any;
}
