#include "cpu/stride.h"

#include "base/map.h"
#include "base/names.h"
#include "cpu/fullturns.h"
#include "cpu/loops/alike.h"
#include "cpu/turnforms.h"
#include "cpu/turnvalues.h"
#include "ir/edit.h"
#include "ir/intervals.h"
#include "ir/metadata.h"
#include "ir/waits.h"

#include <string.h>

enum { WIDEN_DEPTH = 4 }; // operations of an index, one after the other

struct stride_loop {
    struct oc_ir *ir;
    LLVMBuilderRef builder;
    bool of_groups;           // groups of lanes take turns (groupturns.h)
    LLVMValueRef counter;     // a phi of the header
    LLVMValueRef start, next; // its values: from before, from the latch
    LLVMValueRef step;
    bool narrow;                 // the counter has 32 bits, and does not overflow
    bool is_unsigned;            // the counter has no sign
    LLVMValueRef least;          // 64 bits: no thread begins with less
    LLVMValueRef compare, bound; // the condition of the header's branch
    LLVMIntPredicate predicate;  // with the counter on the left, which may be extended
    LLVMBasicBlockRef before, header, latch;
    LLVMBasicBlockRef body, exit; // the header's successors
    LLVMBasicBlockRef check, end; // new: a thread's condition, the end of a turn
    struct oc_map inside;         // the loop's blocks but the header
    struct oc_stride_part *part;  // of its turns that are to be done, or NULL: all
};

// ---- Expressions -------------------------------------------------------------------------------

static bool is_extended(LLVMValueRef value) {
    return LLVMIsASExtInst(value) || LLVMIsAZExtInst(value);
}

static bool is_inside(const struct stride_loop *loop, LLVMValueRef instruction) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    return block == loop->header || oc_map_get(&loop->inside, block, NULL);
}

// Whether an instruction may also run where the program does not need its result.
static bool is_computation(LLVMValueRef instruction) {
    return oc_ir_is_index_arithmetic(instruction) || LLVMIsAGetElementPtrInst(instruction) ||
           LLVMIsAFreezeInst(instruction) || oc_turnvalue_is_size(instruction) ||
           strcmp(oc_ir_callee_name(instruction), OC_NAME_BLOCK_ID) == 0 ||
           oc_ir_extreme(instruction).is || oc_ir_divides_by_constant(instruction);
}

static bool is_fixed(const struct stride_loop *loop, LLVMValueRef value) {
    return !LLVMIsAInstruction(value) || !is_inside(loop, value);
}

static bool is_fixed_computation(const struct stride_loop *loop, LLVMValueRef instruction) {
    if (!is_inside(loop, instruction) || !is_computation(instruction))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (!is_fixed(loop, LLVMGetOperand(instruction, (unsigned)i)))
            return false;
    return true;
}

// What does not change goes before the loop: after a thread's condition it would not count as
// the same for all threads.
static void hoist_fixed(const struct stride_loop *loop, LLVMValueRef function) {
    for (bool any = true; any;) {
        any = false;
        OC_EACH_BLOCK (block, function)
            for (LLVMValueRef next = LLVMGetFirstInstruction(block), instruction;
                 (instruction = next);) {
                next = LLVMGetNextInstruction(instruction);
                if (!is_fixed_computation(loop, instruction))
                    continue;
                LLVMInstructionRemoveFromParent(instruction);
                LLVMPositionBuilderBefore(loop->builder, LLVMGetBasicBlockTerminator(loop->before));
                LLVMInsertIntoBuilder(loop->builder, instruction);
                any = true;
            }
    }
}

// ---- Loops -------------------------------------------------------------------------------------

// Finds the blocks between header and latch. Whether nothing but the header leads in and out.
static bool find_blocks(struct stride_loop *loop, LLVMValueRef function) {
    struct oc_values blocks = {.arena = loop->ir->arena};
    loop->inside = (struct oc_map){.arena = loop->ir->arena};
    oc_map_set(&loop->inside, loop->body, 1);
    oc_values_add(&blocks, LLVMBasicBlockAsValue(loop->body));
    for (size_t i = 0; i < blocks.count; i++) {
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(blocks.items[i]);
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        unsigned count = LLVMGetNumSuccessors(terminator);
        if (!count || block == loop->exit)
            return false;
        for (unsigned s = 0; s < count; s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, s);
            if (next == loop->header || oc_map_get(&loop->inside, next, NULL))
                continue;
            oc_map_set(&loop->inside, next, 1);
            oc_values_add(&blocks, LLVMBasicBlockAsValue(next));
        }
    }
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (block == loop->header || oc_map_get(&loop->inside, block, NULL))
            continue;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++)
            if (oc_map_get(&loop->inside, LLVMGetSuccessor(terminator, s), NULL))
                return false;
    }
    return oc_map_get(&loop->inside, loop->latch, NULL);
}

static bool is_used_inside_only(const struct stride_loop *loop, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!is_inside(loop, LLVMGetUser(use)))
            return false;
    return true;
}

static bool has_barrier(const struct stride_loop *loop, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (is_inside(loop, instruction) && oc_waits_for_block(instruction))
                return true;
    return false;
}

// What the header computes goes to where a thread's condition is.
static bool can_move_header(const struct stride_loop *loop) {
    OC_EACH_INSTRUCTION (instruction, loop->header) {
        if (LLVMIsAPHINode(instruction) || LLVMIsABranchInst(instruction))
            continue;
        if (!is_computation(instruction) || !is_used_inside_only(loop, instruction))
            return false;
    }
    return is_used_inside_only(loop, loop->counter) &&
           !LLVMIsAPHINode(LLVMGetFirstInstruction(loop->body));
}

static bool has_no_sign(LLVMIntPredicate predicate) {
    return predicate == LLVMIntULT || predicate == LLVMIntULE;
}

// Whether a number is the counter, or one of 32 bits extended to 64.
static bool is_counter(const struct stride_loop *loop, LLVMValueRef number) {
    return number == loop->counter ||
           (loop->narrow && is_extended(number) && LLVMGetOperand(number, 0) == loop->counter &&
            LLVMGetIntTypeWidth(LLVMTypeOf(number)) == 64);
}

// Reads the header's branch: goes on while the counter is less.
static bool read_condition(struct stride_loop *loop) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(loop->header);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    loop->compare = LLVMGetCondition(branch);
    loop->body = LLVMGetSuccessor(branch, 0);
    loop->exit = LLVMGetSuccessor(branch, 1);
    if (!LLVMIsAICmpInst(loop->compare))
        return false;
    bool is_right = !is_counter(loop, LLVMGetOperand(loop->compare, 0));
    LLVMValueRef counter = LLVMGetOperand(loop->compare, is_right);
    if (!is_counter(loop, counter))
        return false;
    loop->bound = LLVMGetOperand(loop->compare, !is_right);
    loop->predicate = LLVMGetICmpPredicate(loop->compare);
    if (is_right)
        loop->predicate = oc_intervals_turned(loop->predicate);
    loop->is_unsigned =
        counter == loop->counter ? has_no_sign(loop->predicate) : LLVMIsAZExtInst(counter) != NULL;
    return loop->predicate == LLVMIntSLT || loop->predicate == LLVMIntSLE ||
           has_no_sign(loop->predicate);
}

// Extends a start to 64 bits, the parts of a sum one by one, so that its part of the thread can be
// seen.
static LLVMValueRef extend(const struct stride_loop *loop, LLVMValueRef start) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(loop->ir->context);
    LLVMValueRef common = oc_turnvalue_common_part(start);
    if (!common)
        return LLVMBuildSExt(loop->builder, start, i64, "");
    LLVMValueRef other = LLVMGetOperand(start, LLVMGetOperand(start, 0) == common);
    return LLVMBuildNSWAdd(loop->builder, LLVMBuildSExt(loop->builder, common, i64, ""),
                           LLVMBuildSExt(loop->builder, other, i64, ""), "");
}

static bool is_start(const struct stride_loop *loop) {
    if (loop->narrow && oc_turnvalue_is_cut_index(loop->start))
        return true;
    if (loop->narrow && oc_turnvalue_common_part(loop->start))
        return loop->is_unsigned || (LLVMGetNSW(loop->start) && !has_no_sign(loop->predicate));
    if (!oc_turnvalue_has_thread(loop->start))
        return false;
    return loop->narrow ? oc_turnvalue_is_in_block(loop->start)
                        : oc_turnvalue_is_small(loop->start);
}

static bool is_used_by_element(LLVMValueRef number) {
    for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use))
        if (LLVMIsAGetElementPtrInst(LLVMGetUser(use)))
            return true;
    return false;
}

// Whether a number of 32 bits, or a sum of it and of what has nothing of the thread's index, is an
// index of elements of arrays: x[i], x[row * n + i].
static bool is_index(LLVMValueRef number, bool in_sum) {
    for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_extended(user) && is_used_by_element(user))
            return true;
        bool adds = !in_sum && LLVMIsAInstruction(user) &&
                    LLVMGetInstructionOpcode(user) == LLVMAdd && LLVMGetNSW(user);
        if (adds &&
            !oc_turnvalue_has_thread(LLVMGetOperand(user, LLVMGetOperand(user, 0) == number)) &&
            is_index(user, true))
            return true;
    }
    return false;
}

// Whether a counter of 32 bits may be taken not to overflow: because C does not define what happens
// then, or because it is the index of an array (stride.h).
static bool counts_narrowly(LLVMValueRef phi, LLVMValueRef next) {
    return LLVMGetIntTypeWidth(LLVMTypeOf(phi)) == 32 && (LLVMGetNSW(next) || is_index(phi, false));
}

static LLVMValueRef call_size(const struct stride_loop *loop, const char *name,
                              LLVMValueRef dimension) {
    LLVMValueRef function = LLVMGetNamedFunction(loop->ir->module, name);
    if (!function)
        return NULL;
    LLVMValueRef size = LLVMBuildCall2(loop->builder, LLVMGlobalGetValueType(function), function,
                                       &dimension, 1, "");
    return LLVMBuildZExt(loop->builder, size, LLVMInt64TypeInContext(loop->ir->context), "");
}

// The least value of an index that was cut to 32 bits. None is less than 0, unless the grid has
// more threads than an int has positive numbers; groups are fewer. Returns NULL if that cannot be
// asked.
static LLVMValueRef find_least_cut(struct stride_loop *loop, LLVMValueRef index) {
    LLVMValueRef zero = LLVMConstInt(LLVMInt64TypeInContext(loop->ir->context), 0, false);
    LLVMValueRef limit = LLVMConstInt(LLVMTypeOf(zero), 1ul << 31, false);
    if (loop->of_groups || !LLVMIsATruncInst(index))
        return zero;
    LLVMValueRef dimension = LLVMGetOperand(LLVMGetOperand(index, 0), 0);
    LLVMValueRef size = call_size(loop, OC_NAME_BLOCK_SIZE, dimension);
    LLVMValueRef count = call_size(loop, OC_NAME_BLOCK_COUNT, dimension);
    if (!size || !count)
        return NULL;
    LLVMValueRef threads = LLVMBuildMul(loop->builder, size, count, "");
    LLVMValueRef many = LLVMBuildICmp(loop->builder, LLVMIntUGT, threads, limit, "");
    return LLVMBuildSelect(loop->builder, many, LLVMConstNeg(limit), zero, "");
}

// The least value of a start: what it has of the thread's index is 0 for some thread. Returns NULL
// if it cannot be computed.
static LLVMValueRef without_thread(struct stride_loop *loop, LLVMValueRef value) {
    if (!oc_turnvalue_has_thread(value))
        return value;
    if (LLVMIsASExtInst(value))
        return find_least_cut(loop, LLVMGetOperand(value, 0));
    if (LLVMGetInstructionOpcode(value) != LLVMAdd)
        return LLVMConstInt(LLVMInt64TypeInContext(loop->ir->context), 0, false);
    LLVMValueRef left = without_thread(loop, LLVMGetOperand(value, 0));
    LLVMValueRef right = without_thread(loop, LLVMGetOperand(value, 1));
    return left && right ? LLVMBuildAdd(loop->builder, left, right, "") : NULL;
}

// The least start without a sign of 32 bits, which is the sum of a common part and a number in the
// block. It is the common part, unless the sum may overflow for some thread. The number in the
// block is less than 2^31.
static LLVMValueRef find_least_sum(const struct stride_loop *loop, LLVMValueRef common) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(loop->ir->context);
    LLVMValueRef limit = LLVMConstInt(LLVMTypeOf(common), 1ul << 31, false);
    LLVMValueRef is_small = LLVMBuildICmp(loop->builder, LLVMIntULT, common, limit, "");
    return LLVMBuildSelect(loop->builder, is_small, LLVMBuildZExt(loop->builder, common, i64, ""),
                           LLVMConstNull(i64), "");
}

static bool find_least(struct stride_loop *loop) {
    LLVMPositionBuilderBefore(loop->builder, LLVMGetBasicBlockTerminator(loop->before));
    LLVMValueRef common = loop->narrow ? oc_turnvalue_common_part(loop->start) : NULL;
    if (common && loop->is_unsigned)
        loop->least = find_least_sum(loop, common);
    else if (common)
        loop->least =
            LLVMBuildSExt(loop->builder, common, LLVMInt64TypeInContext(loop->ir->context), "");
    else if (loop->narrow && (loop->is_unsigned || has_no_sign(loop->predicate)))
        loop->least = LLVMConstInt(LLVMInt64TypeInContext(loop->ir->context), 0, false);
    else if (loop->narrow)
        loop->least = find_least_cut(loop, loop->start);
    else
        loop->least = without_thread(loop, loop->start);
    return loop->least;
}

// Whether a phi counts such a loop.
static bool read_loop(struct stride_loop *loop, LLVMValueRef phi) {
    LLVMTypeRef type = LLVMTypeOf(phi);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMCountIncoming(phi) != 2)
        return false;
    loop->counter = phi;
    loop->header = LLVMGetInstructionParent(phi);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
            continue;
        LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
        LLVMValueRef step = left == phi ? right : left;
        if ((left != phi && right != phi) || !oc_turnvalue_is_step(step))
            continue;
        loop->next = value;
        loop->narrow = counts_narrowly(phi, value);
        loop->step = step;
        loop->latch = LLVMGetIncomingBlock(phi, i);
        loop->start = LLVMGetIncomingValue(phi, 1 - i);
        loop->before = LLVMGetIncomingBlock(phi, 1 - i);
    }
    LLVMValueRef function = LLVMGetBasicBlockParent(loop->header);
    if (!loop->next || (LLVMGetIntTypeWidth(type) != 64 && !loop->narrow) ||
        !read_condition(loop) || !is_start(loop) || !find_blocks(loop, function) ||
        has_barrier(loop, function))
        return false;
    hoist_fixed(loop, function);
    return is_fixed(loop, loop->bound) && is_fixed(loop, loop->step) && can_move_header(loop) &&
           find_least(loop);
}

// ---- Rewriting ---------------------------------------------------------------------------------

static LLVMBasicBlockRef new_block(const struct stride_loop *loop, const char *name) {
    LLVMBasicBlockRef block = LLVMCreateBasicBlockInContext(loop->ir->context, name);
    LLVMInsertExistingBasicBlockAfterInsertBlock(loop->builder, block);
    return block;
}

// The header's phis get what they are to be at the end of a turn, in which the thread was idle or
// was not.
static void rewrite_phi(const struct stride_loop *loop, LLVMValueRef phi) {
    LLVMTypeRef type = LLVMTypeOf(phi);
    LLVMPositionBuilderBefore(loop->builder, LLVMGetFirstInstruction(loop->header));
    LLVMValueRef header = LLVMBuildPhi(loop->builder, type, "");
    LLVMPositionBuilderAtEnd(loop->builder, loop->end);
    LLVMValueRef merged = LLVMBuildPhi(loop->builder, type, "");
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(block == loop->latch ? merged : header, &value, &block, 1);
    }
    LLVMBasicBlockRef check = loop->check, end = loop->end;
    LLVMAddIncoming(merged, &phi, &check, 1);
    LLVMAddIncoming(header, &merged, &end, 1);
    LLVMReplaceAllUsesWith(phi, header);
    LLVMInstructionEraseFromParent(phi);
}

// Builds the operands of a user of a narrow number before the user, as numbers of 64 bits.
static void widen_operands(const struct stride_loop *loop, LLVMValueRef user, LLVMValueRef narrow,
                           LLVMValueRef wide, LLVMValueRef operands[2]) {
    LLVMTypeRef type = LLVMTypeOf(wide);
    LLVMPositionBuilderBefore(loop->builder, user);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef operand = LLVMGetOperand(user, i);
        operands[i] = operand == narrow   ? wide
                      : loop->is_unsigned ? LLVMBuildZExt(loop->builder, operand, type, "")
                                          : LLVMBuildSExt(loop->builder, operand, type, "");
    }
}

// Builds what `user` computes of a narrow number from the wide number. Returns NULL if C's result
// may overflow.
static LLVMValueRef compute_wide(const struct stride_loop *loop, LLVMValueRef user,
                                 LLVMValueRef narrow, LLVMValueRef wide) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
    bool is_kind = opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul;
    LLVMValueRef operands[2];
    if (loop->is_unsigned || !is_kind || !LLVMGetNSW(user))
        return NULL;
    widen_operands(loop, user, narrow, wide, operands);
    LLVMValueRef result = LLVMBuildBinOp(loop->builder, opcode, operands[0], operands[1], "");
    if (LLVMIsAInstruction(result))
        LLVMSetNSW(result, true);
    return result;
}

// Builds a comparison of a narrow number as one of the wide number. Returns NULL if the comparison
// takes a sign into account and the counter has none, or the other way round.
static LLVMValueRef compare_wide(const struct stride_loop *loop, LLVMValueRef user,
                                 LLVMValueRef narrow, LLVMValueRef wide) {
    LLVMValueRef operands[2];
    if (!LLVMIsAICmpInst(user))
        return NULL;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
    bool is_order = predicate != LLVMIntEQ && predicate != LLVMIntNE,
         is_unsigned = has_no_sign(predicate) || has_no_sign(oc_intervals_turned(predicate));
    if (is_order && is_unsigned != loop->is_unsigned)
        return NULL;
    widen_operands(loop, user, narrow, wide, operands);
    return LLVMBuildICmp(loop->builder, predicate, operands[0], operands[1], "");
}

// Replaces a number of 32 bits by one of 64 where it is compared or extended, also after sums and
// products such as i - 1 in x[i - 1]. A thread that goes on has an index below its bound, which
// fits in 32 bits, so both numbers are the same.
static void widen(const struct stride_loop *loop, LLVMValueRef narrow, LLVMValueRef wide,
                  int depth) {
    struct oc_values users = {.arena = loop->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(narrow); use; use = LLVMGetNextUse(use))
        oc_values_add(&users, LLVMGetUser(use));
    for (size_t i = 0; i < users.count; i++) {
        LLVMValueRef user = users.items[i], result;
        bool is_same =
            loop->is_unsigned ? LLVMIsAZExtInst(user) != NULL : LLVMIsASExtInst(user) != NULL;
        if (is_same && LLVMTypeOf(user) == LLVMTypeOf(wide))
            LLVMReplaceAllUsesWith(user, wide);
        else if ((result = compare_wide(loop, user, narrow, wide)))
            LLVMReplaceAllUsesWith(user, result);
        else if (depth && (result = compute_wide(loop, user, narrow, wide)))
            widen(loop, user, result, depth - 1);
    }
}

// The thread's condition, and what the header computes besides, in a block of their own.
static void make_check(struct stride_loop *loop, LLVMValueRef turn) {
    struct oc_values moved = {.arena = loop->ir->arena};
    OC_EACH_INSTRUCTION (instruction, loop->header) {
        if (!LLVMIsAPHINode(instruction))
            oc_values_add(&moved, instruction);
    }
    LLVMPositionBuilderAtEnd(loop->builder, loop->check);
    LLVMValueRef index = LLVMBuildAdd(loop->builder, turn, loop->start, ""), wide = NULL;
    if (loop->narrow) {
        LLVMSetNSW(index, true); // both are not far from what 32 bits hold
        LLVMValueRef goes_on =
            LLVMBuildICmp(loop->builder, loop->predicate, index, loop->bound, "");
        LLVMReplaceAllUsesWith(loop->compare, goes_on);
        wide = index;
        index = LLVMBuildTrunc(loop->builder, index, LLVMTypeOf(loop->counter), "");
    }
    for (size_t i = 0; i < moved.count; i++) {
        LLVMInstructionRemoveFromParent(moved.items[i]);
        LLVMInsertIntoBuilder(loop->builder, moved.items[i]);
    }
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(loop->check), 1, loop->end);
    if (wide)
        widen(loop, loop->counter, wide, WIDEN_DEPTH);
    LLVMReplaceAllUsesWith(loop->counter, index);
    LLVMInstructionEraseFromParent(loop->counter);
}

// Parts the turns in which no thread is idle.
static void part(struct stride_loop *loop, LLVMValueRef sum, LLVMValueRef next) {
    struct oc_turns_loop turns = {.before = loop->before,
                                  .header = loop->header,
                                  .check = loop->check,
                                  .end = loop->end,
                                  .blocks = {.arena = loop->ir->arena},
                                  .sum = sum,
                                  .next = next,
                                  .start = loop->start,
                                  .may_wait = loop->part != NULL,
                                  .more = loop->part ? loop->part->more : NULL};
    const LLVMBasicBlockRef own[] = {loop->header, loop->check, loop->end};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        oc_values_add(&turns.blocks, LLVMBasicBlockAsValue(own[i]));
    OC_EACH_BLOCK (block, LLVMGetBasicBlockParent(loop->header))
        if (oc_map_get(&loop->inside, block, NULL))
            oc_values_add(&turns.blocks, LLVMBasicBlockAsValue(block));
    oc_fullturns_split(loop->ir, loop->builder, &turns);
    if (loop->part)
        loop->part->more = turns.more;
}

// What the turns are counted from. Sets `end`, which a part of them does not reach.
static LLVMValueRef first_turn(const struct stride_loop *loop, LLVMValueRef *end) {
    LLVMBuilderRef builder = loop->builder;
    if (!loop->part)
        return LLVMConstInt(LLVMInt64TypeInContext(loop->ir->context), 0, false);
    LLVMBasicBlockRef at = LLVMGetInsertBlock(builder);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(loop->before));
    LLVMValueRef distance = LLVMBuildMul(builder, loop->step, loop->part->turns, ""),
                 from = LLVMBuildMul(builder, distance, loop->part->number, "");
    *end = LLVMBuildAdd(builder, from, distance, "");
    LLVMPositionBuilderAtEnd(builder, at);
    return from;
}

static void rewrite(struct stride_loop *loop) {
    LLVMBuilderRef builder = loop->builder;
    LLVMTypeRef type = LLVMInt64TypeInContext(loop->ir->context);
    if (loop->narrow) {
        LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(loop->before));
        bool has_sign = LLVMGetNSW(loop->next);
        loop->start = loop->is_unsigned ? LLVMBuildZExt(builder, loop->start, type, "")
                                        : extend(loop, loop->start);
        loop->step = has_sign ? LLVMBuildSExt(builder, loop->step, type, "")
                              : LLVMBuildZExt(builder, loop->step, type, "");
        if (LLVMTypeOf(loop->bound) != type)
            loop->bound = loop->is_unsigned ? LLVMBuildZExt(builder, loop->bound, type, "")
                                            : LLVMBuildSExt(builder, loop->bound, type, "");
    }
    LLVMPositionBuilderAtEnd(builder, loop->header);
    loop->check = new_block(loop, "turn");
    LLVMPositionBuilderAtEnd(builder, loop->latch);
    loop->end = new_block(loop, "turn.end");

    struct oc_values phis = {.arena = loop->ir->arena};
    OC_EACH_INSTRUCTION (instruction, loop->header) {
        if (LLVMIsAPHINode(instruction) && instruction != loop->counter)
            oc_values_add(&phis, instruction);
    }
    for (size_t i = 0; i < phis.count; i++)
        rewrite_phi(loop, phis.items[i]);

    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(loop->header));
    LLVMValueRef turn = LLVMBuildPhi(builder, type, ""), end = NULL, from = first_turn(loop, &end);
    LLVMPositionBuilderAtEnd(builder, loop->end);
    LLVMValueRef next = LLVMBuildAdd(builder, turn, loop->step, "");
    oc_metadata_mark(next, loop->of_groups ? OC_GROUP_TURNS_METADATA : OC_TURNS_METADATA);
    LLVMBuildBr(builder, loop->header);
    LLVMAddIncoming(turn, &from, &loop->before, 1);
    LLVMAddIncoming(turn, &next, &loop->end, 1);

    oc_edit_lead_to(loop->latch, loop->header, loop->end);
    make_check(loop, turn);
    LLVMPositionBuilderAtEnd(builder, loop->header);
    LLVMValueRef first = LLVMBuildAdd(builder, turn, loop->least, "");
    LLVMValueRef more = LLVMBuildICmp(builder, loop->predicate, first, loop->bound, "");
    LLVMValueRef goes_on = more;
    if (loop->part) {
        loop->part->more = more;
        goes_on =
            LLVMBuildAnd(builder, more, LLVMBuildICmp(builder, LLVMIntULT, turn, end, ""), "");
    }
    LLVMBuildCondBr(builder, goes_on, loop->check, loop->exit);
    if (!loop->of_groups)
        part(loop, first, next);
}

// Reads the first loop. `by_size`: only one whose step is not a constant.
static bool read_some(struct stride_loop *loop, LLVMValueRef function, bool by_size) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            loop->next = NULL;
            if (LLVMIsAPHINode(instruction) && read_loop(loop, instruction) &&
                !(by_size && LLVMIsAConstantInt(loop->step)))
                return true;
        }
    return false;
}

static struct stride_loop begin(struct oc_ir *ir) {
    return (struct stride_loop){
        .ir = ir, .builder = LLVMCreateBuilderInContext(ir->context), .predicate = LLVMIntULT};
}

static void rewrite_all(struct oc_ir *ir, LLVMValueRef function, bool of_groups) {
    struct stride_loop loop = begin(ir);
    loop.of_groups = of_groups;
    oc_turnforms_simplify(ir, function);
    while (read_some(&loop, function, of_groups))
        rewrite(&loop);
    LLVMDisposeBuilder(loop.builder);
}

void oc_stride_loops(struct oc_ir *ir, LLVMValueRef function) {
    rewrite_all(ir, function, false);
}

void oc_stride_loops_of_groups(struct oc_ir *ir, LLVMValueRef function) {
    rewrite_all(ir, function, true);
}

bool oc_stride_find(struct oc_ir *ir, LLVMValueRef function, struct oc_stride_turns *out) {
    struct stride_loop loop = begin(ir);
    oc_turnforms_simplify(ir, function);
    bool found = read_some(&loop, function, true);
    *out = (struct oc_stride_turns){loop.before, loop.header, loop.exit, loop.counter, loop.step};
    LLVMDisposeBuilder(loop.builder);
    return found;
}

void oc_stride_rewrite_part(struct oc_ir *ir, LLVMValueRef function, struct oc_stride_part *part) {
    struct stride_loop loop = begin(ir);
    loop.part = part;
    if (read_some(&loop, function, true))
        rewrite(&loop);
    LLVMDisposeBuilder(loop.builder);
}
