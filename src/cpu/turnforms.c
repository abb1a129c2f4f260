#include "cpu/turnforms.h"

#include "base/names.h"
#include "cpu/turnvalues.h"
#include "ir/edit.h"
#include "ir/intervals.h"
#include "ir/llvm_shim.h"
#include "ir/sums.h"
#include "ir/waits.h"

#include <string.h>

// ---- Two conditions ----------------------------------------------------------------------------

// `value` predicate `bound`, where the value is a phi of the comparison's block.
struct comparison {
    LLVMValueRef value, bound;
    LLVMIntPredicate predicate;
};

static bool is_phi_of(LLVMValueRef value, LLVMBasicBlockRef block) {
    return LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == block;
}

static bool read_comparison(LLVMValueRef instruction, LLVMBasicBlockRef block,
                            struct comparison *out) {
    if (!LLVMIsAICmpInst(instruction) ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(instruction, 0))) != LLVMIntegerTypeKind)
        return false;
    out->value = LLVMGetOperand(instruction, 0);
    out->bound = LLVMGetOperand(instruction, 1);
    out->predicate = LLVMGetICmpPredicate(instruction);
    if (is_phi_of(out->bound, block)) {
        LLVMValueRef value = out->bound;
        *out = (struct comparison){value, out->value, oc_intervals_turned(out->predicate)};
    }
    return is_phi_of(out->value, block);
}

// Finds the parts of `left && right`.
static bool read_both(LLVMValueRef condition, LLVMValueRef *left, LLVMValueRef *right) {
    if (oc_sums_is_opcode(condition, LLVMAnd)) {
        *left = LLVMGetOperand(condition, 0);
        *right = LLVMGetOperand(condition, 1);
        return true;
    }
    if (!oc_sums_is_opcode(condition, LLVMSelect))
        return false;
    LLVMValueRef otherwise = LLVMIsAConstantInt(LLVMGetOperand(condition, 2));
    *left = LLVMGetOperand(condition, 0);
    *right = LLVMGetOperand(condition, 1);
    return otherwise && LLVMIsNull(otherwise);
}

static const char *least_of(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntSLT:
    case LLVMIntSLE:
        return "llvm.smin";
    case LLVMIntULT:
    case LLVMIntULE:
        return "llvm.umin";
    default:
        return NULL;
    }
}

// Of `i < end && i < n` makes `i < min(end, n)`.
static void join_conditions(struct oc_edit *edit, LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block), left, right;
    struct comparison first, second;
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        !read_both(LLVMGetCondition(branch), &left, &right) ||
        !read_comparison(left, block, &first) || !read_comparison(right, block, &second) ||
        first.value != second.value || first.predicate != second.predicate)
        return;
    const char *least = least_of(first.predicate);
    if (!least)
        return;
    LLVMPositionBuilderBefore(edit->builder, branch);
    // C may not have come to the second one.
    LLVMValueRef bounds[] = {first.bound, LLVMBuildFreeze(edit->builder, second.bound, "")};
    LLVMValueRef bound = oc_edit_intrinsic(edit, least, LLVMTypeOf(first.bound), bounds, 2);
    LLVMSetCondition(branch, LLVMBuildICmp(edit->builder, first.predicate, first.value, bound, ""));
}

// ---- Turns that are counted --------------------------------------------------------------------

// A phi that begins with `start` and is `next`, it plus `step`, in the next turn.
struct counter {
    LLVMValueRef start, next, step;
    LLVMBasicBlockRef before, latch; // the phi gets `start` from the one, and `next` from the other
};

static bool read_counter(LLVMValueRef phi, struct counter *out) {
    if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        out->next = LLVMGetIncomingValue(phi, i);
        out->start = LLVMGetIncomingValue(phi, 1 - i);
        if (!oc_sums_is_opcode(out->next, LLVMAdd))
            continue;
        bool first = LLVMGetOperand(out->next, 0) == phi;
        if (!first && LLVMGetOperand(out->next, 1) != phi)
            continue;
        out->step = LLVMGetOperand(out->next, first);
        out->latch = LLVMGetIncomingBlock(phi, i);
        out->before = LLVMGetIncomingBlock(phi, 1 - i);
        return true;
    }
    return false;
}

// The value of a constant that is positive; else 0.
static uint64_t number_of(LLVMValueRef value) {
    LLVMValueRef constant = LLVMIsAConstantInt(value);
    if (!constant || LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64)
        return 0;
    int64_t number = LLVMConstIntGetSExtValue(constant);
    return number > 0 ? (uint64_t)number : 0;
}

// turn * `step` + `start`, where the turns are counted from 0.
struct product {
    LLVMValueRef turn; // a phi
    struct counter counter;
    LLVMValueRef step, start;
    bool has_sign; // C rules out that the sum wraps
};

// Whether a number is a count of turns, perhaps one of fewer bits that does not wrap.
static bool is_turn(LLVMValueRef number, struct product *out) {
    struct counter *counter = &out->counter;
    out->turn =
        LLVMIsASExtInst(number) || LLVMIsAZExtInst(number) ? LLVMGetOperand(number, 0) : number;
    if (!read_counter(out->turn, counter) || number_of(counter->step) != 1 ||
        !LLVMIsAConstantInt(counter->start) || !LLVMIsNull(counter->start))
        return false;
    return out->turn == number ||
           (LLVMIsASExtInst(number) ? LLVMGetNSW(counter->next) : LLVMGetNUW(counter->next));
}

// A value that is not computed in the loop's first block is computed before the loop: the sum
// itself is in the first block.
static bool is_before(LLVMValueRef value, LLVMBasicBlockRef header) {
    return !LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != header;
}

static bool read_product(LLVMValueRef sum, struct product *out) {
    LLVMBasicBlockRef header = LLVMGetInstructionParent(sum);
    if (!oc_sums_is_opcode(sum, LLVMAdd))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef product = LLVMGetOperand(sum, i);
        out->start = LLVMGetOperand(sum, 1 - i);
        if (!oc_sums_is_opcode(product, LLVMMul) || !oc_turnvalue_has_thread(out->start))
            continue;
        out->has_sign = LLVMGetNSW(sum) && LLVMGetNSW(product);
        for (unsigned k = 0; k < 2; k++) {
            out->step = LLVMGetOperand(product, 1 - k);
            if (is_turn(LLVMGetOperand(product, k), out) &&
                LLVMGetInstructionParent(out->turn) == header && oc_turnvalue_is_step(out->step) &&
                is_before(out->step, header) && is_before(out->start, header))
                return true;
        }
    }
    return false;
}

// Of the sum in `k * size + t < n` makes a counter of its own.
static void count_steps(LLVMBuilderRef builder, LLVMValueRef sum, const struct product *product) {
    LLVMBasicBlockRef header = LLVMGetInstructionParent(sum);
    LLVMBasicBlockRef before = product->counter.before, latch = product->counter.latch;
    LLVMValueRef start = product->start;
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(header));
    LLVMValueRef counter = LLVMBuildPhi(builder, LLVMTypeOf(sum), "");
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(latch));
    LLVMValueRef next = LLVMBuildAdd(builder, counter, product->step, "");
    LLVMSetNSW(next, product->has_sign); // the next turn's sum
    LLVMAddIncoming(counter, &start, &before, 1);
    LLVMAddIncoming(counter, &next, &latch, 1);
    LLVMReplaceAllUsesWith(sum, counter);
    LLVMInstructionEraseFromParent(sum);
}

// Whether a number is a counter of its block plus a constant.
static bool read_distance(LLVMValueRef sum, struct counter *out) {
    LLVMValueRef counter = oc_sums_is_opcode(sum, LLVMAdd) ? LLVMGetOperand(sum, 0) : NULL;
    return counter && LLVMIsAConstantInt(LLVMGetOperand(sum, 1)) && LLVMIsAPHINode(counter) &&
           LLVMGetInstructionParent(counter) == LLVMGetInstructionParent(sum) &&
           read_counter(counter, out);
}

// Of the sum in `i + 256 < n` makes the counter, of which i is a distance.
static void count_sum(LLVMBuilderRef builder, LLVMValueRef sum, const struct counter *old) {
    LLVMBasicBlockRef header = LLVMGetInstructionParent(sum), before = old->before,
                      latch = old->latch;
    LLVMValueRef phi = LLVMGetOperand(sum, 0), distance = LLVMGetOperand(sum, 1);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(before));
    LLVMValueRef start = LLVMBuildAdd(builder, old->start, distance, "");
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(header));
    LLVMValueRef counter = LLVMBuildPhi(builder, LLVMTypeOf(sum), "");
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(latch));
    LLVMValueRef next = LLVMBuildAdd(builder, counter, old->step, "");
    LLVMSetNSW(next, LLVMGetNSW(sum) && LLVMGetNSW(old->next)); // the next turn's sum
    LLVMSetNUW(next, LLVMGetNUW(sum) && LLVMGetNUW(old->next));
    LLVMAddIncoming(counter, &start, &before, 1);
    LLVMAddIncoming(counter, &next, &latch, 1);
    LLVMReplaceAllUsesWith(sum, counter);
    LLVMPositionBuilderBefore(builder, oc_edit_after_phis(header));
    LLVMValueRef number = LLVMBuildSub(builder, counter, distance, "");
    LLVMReplaceAllUsesWith(phi, number);
    LLVMInstructionEraseFromParent(sum);
    LLVMInstructionEraseFromParent(phi);
}

// The number that a block's branch compares.
static void find_steps(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    struct product product;
    struct counter counter;
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        !LLVMIsAICmpInst(LLVMGetCondition(branch)))
        return;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef sum = LLVMGetOperand(LLVMGetCondition(branch), i);
        if (!LLVMIsAInstruction(sum) || LLVMGetInstructionParent(sum) != block)
            continue;
        if (read_product(sum, &product)) {
            count_steps(builder, sum, &product);
            return;
        }
        if (read_distance(sum, &counter)) {
            count_sum(builder, sum, &counter);
            return;
        }
    }
}

// ---- Turns that all threads make ---------------------------------------------------------------

// Whether two values are the same size of the grid or a block, or are the same.
static bool is_same(LLVMValueRef left, LLVMValueRef right) {
    left = oc_ir_without_int_casts(left);
    right = oc_ir_without_int_casts(right);
    return left == right || (oc_turnvalue_is_size(left) &&
                             strcmp(oc_ir_callee_name(left), oc_ir_callee_name(right)) == 0 &&
                             LLVMGetOperand(left, 0) == LLVMGetOperand(right, 0));
}

static bool is_remainder(LLVMValueRef value) {
    return oc_sums_is_opcode(value, LLVMURem) || oc_sums_is_opcode(value, LLVMSRem);
}

// Whether a number is not negative, and less than a step.
static bool is_less_than_step(LLVMValueRef number, LLVMValueRef step) {
    number = oc_ir_without_int_casts(number);
    if (strcmp(oc_ir_callee_name(number), OC_NAME_THREAD_ID) == 0)
        return strcmp(oc_ir_callee_name(oc_ir_without_int_casts(step)), OC_NAME_BLOCK_SIZE) == 0 &&
               LLVMGetOperand(number, 0) == LLVMGetOperand(oc_ir_without_int_casts(step), 0);
    uint64_t constant = number_of(step);
    if (oc_sums_is_opcode(number, LLVMURem))
        return constant && number_of(LLVMGetOperand(number, 1)) == constant;
    return oc_sums_is_opcode(number, LLVMAnd) && number_of(LLVMGetOperand(number, 1)) < constant &&
           number_of(LLVMGetOperand(number, 1)) > 0;
}

// Whether a number is a multiple of a step, whatever n is: n - n % step, or n & -step.
static bool is_multiple(LLVMValueRef number, LLVMValueRef step) {
    uint64_t constant = number_of(step);
    if (oc_sums_is_opcode(number, LLVMSub)) {
        LLVMValueRef rest = LLVMGetOperand(number, 1);
        return is_remainder(rest) && LLVMGetOperand(rest, 0) == LLVMGetOperand(number, 0) &&
               is_same(LLVMGetOperand(rest, 1), step);
    }
    if (oc_sums_is_opcode(number, LLVMMul)) {
        for (unsigned i = 0; i < 2; i++) {
            LLVMValueRef quotient = LLVMGetOperand(number, 1 - i);
            if (is_same(LLVMGetOperand(number, i), step) &&
                (LLVMGetNSW(number) || LLVMGetNUW(number) ||
                 ((oc_sums_is_opcode(quotient, LLVMUDiv) ||
                   oc_sums_is_opcode(quotient, LLVMSDiv)) &&
                  is_same(LLVMGetOperand(quotient, 1), step))))
                return true;
        }
        return false;
    }
    return constant && oc_sums_is_opcode(number, LLVMAnd) &&
           LLVMIsAConstantInt(LLVMGetOperand(number, 1)) && (constant & (constant - 1)) == 0 &&
           (LLVMConstIntGetZExtValue(LLVMGetOperand(number, 1)) & (constant - 1)) == 0;
}

static bool waits_in(const struct oc_loop *loop, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        if (oc_loop_has(loop, block))
            OC_EACH_INSTRUCTION (instruction, block)
                if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
                    return true;
    return false;
}

// Compares, in place of the counter, the counter less its start.
static void compare_turns(LLVMBuilderRef builder, LLVMValueRef branch,
                          const struct comparison *comparison, const struct counter *counter) {
    LLVMBasicBlockRef before = counter->before, latch = counter->latch;
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(comparison->value));
    LLVMPositionBuilderBefore(builder, comparison->value);
    LLVMValueRef turns = LLVMBuildPhi(builder, LLVMTypeOf(zero), "");
    LLVMPositionBuilderBefore(builder, counter->next);
    LLVMValueRef next = LLVMBuildAdd(builder, turns, counter->step, "");
    LLVMSetNSW(next, LLVMGetNSW(counter->next));
    LLVMAddIncoming(turns, &zero, &before, 1);
    LLVMAddIncoming(turns, &next, &latch, 1);
    LLVMPositionBuilderBefore(builder, branch);
    LLVMSetCondition(branch,
                     LLVMBuildICmp(builder, comparison->predicate, turns, comparison->bound, ""));
}

static void find_common_turns(LLVMBuilderRef builder, const struct oc_loop_info *loops,
                              LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    const struct oc_loop *loop = oc_loops_around(loops, block);
    struct comparison comparison;
    struct counter counter;
    if (!loop || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        !read_comparison(LLVMGetCondition(branch), block, &comparison) ||
        (comparison.predicate != LLVMIntSLT && comparison.predicate != LLVMIntULT) ||
        !read_counter(comparison.value, &counter) ||
        !is_less_than_step(counter.start, counter.step) ||
        !is_multiple(comparison.bound, counter.step) ||
        !waits_in(loop, LLVMGetBasicBlockParent(block)))
        return;
    compare_turns(builder, branch, &comparison, &counter);
}

void oc_turnforms_simplify(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_edit edit = oc_edit_begin(ir);
    OC_EACH_BLOCK (block, function) {
        find_steps(edit.builder, block);
        join_conditions(&edit, block);
    }
    struct oc_loop_info *loops = oc_loops_read(function);
    OC_EACH_BLOCK (block, function)
        find_common_turns(edit.builder, loops, block);
    oc_loops_dispose(loops);
    oc_edit_end(&edit);
}
