#include "ir/checkranges.h"

#include "base/names.h"
#include "ir/intervals.h"

#include <string.h>

enum { AXES = 3, FROM = OC_CHECKBLOCKS_FROM, UNTIL, FASTEST };
enum { MOST_STEPS = 600, DEEPEST = 40, MOST_GUARDS = 24 };

// A comparison that is known to be true, or false.
struct guard {
    LLVMValueRef condition;
    bool holds;
};

struct finding {
    struct oc_checkblocks *blocks;
    struct oc_intervals in;
    struct guard guards[MOST_GUARDS];
    unsigned first, count;      // guards from the first on are looked at
    unsigned steps;             // so far
    struct oc_values under_way; // whose ranges are looked for
};

static const struct oc_interval unknown = {NULL, NULL};

static struct oc_interval find(struct finding *finding, LLVMValueRef value, int depth);

// ---- Guards ------------------------------------------------------------------------------------

// Adds what a condition says of which the outcome is known. Returns how many guards there were.
static unsigned push(struct finding *finding, LLVMValueRef condition, bool holds, int depth) {
    enum { DEEPEST_CONDITION = 6 };
    unsigned before = finding->count;
    bool selects = LLVMIsASelectInst(condition) != NULL;
    bool is_or = oc_sums_is_opcode(condition, LLVMOr) ||
                 (selects && LLVMIsAConstantInt(LLVMGetOperand(condition, 1)) &&
                  !LLVMIsNull(LLVMGetOperand(condition, 1)));
    bool is_and = oc_sums_is_opcode(condition, LLVMAnd) ||
                  (selects && LLVMIsNull(LLVMGetOperand(condition, 2)));
    if (oc_sums_is_opcode(condition, LLVMXor) && LLVMIsAConstantInt(LLVMGetOperand(condition, 1)) &&
        depth < DEEPEST_CONDITION) {
        push(finding, LLVMGetOperand(condition, 0),
             holds == LLVMIsNull(LLVMGetOperand(condition, 1)), depth + 1);
        return before;
    }
    if (LLVMIsAICmpInst(condition) && finding->count < MOST_GUARDS)
        finding->guards[finding->count++] = (struct guard){condition, holds};
    if (depth < DEEPEST_CONDITION && (holds ? is_and : is_or))
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(condition); i++)
            if (!LLVMIsAConstantInt(LLVMGetOperand(condition, i)))
                push(finding, LLVMGetOperand(condition, i), holds, depth + 1);
    return before;
}

// What guards leave of a value's range.
static struct oc_interval guarded(struct finding *finding, LLVMValueRef value,
                                  struct oc_interval range, int depth) {
    unsigned count = finding->count;
    for (unsigned turn = 0; turn < 2; turn++) // what needs a known range, at the end
        for (unsigned i = finding->first; i < count; i++) {
            LLVMValueRef comparison = finding->guards[i].condition;
            LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
            bool is_left = LLVMGetOperand(comparison, 0) == value;
            if (!is_left && LLVMGetOperand(comparison, 1) != value)
                continue;
            if (!finding->guards[i].holds)
                predicate = oc_intervals_negated(predicate);
            if (!is_left)
                predicate = oc_intervals_turned(predicate);
            bool is_last =
                predicate == LLVMIntNE || predicate == LLVMIntUGT || predicate == LLVMIntUGE;
            if (is_last == (turn == 1))
                oc_intervals_limit(
                    &finding->in, &range, predicate,
                    find(finding, LLVMGetOperand(comparison, is_left ? 1 : 0), depth - 1));
        }
    return range;
}

// ---- Values ------------------------------------------------------------------------------------

// Exchanges what is said of dimension 0, and of the dimension in which blocks are counted fastest.
static void exchange(struct finding *finding, LLVMValueRef of[AXES]) {
    LLVMValueRef fastest = LLVMGetParam(finding->blocks->launch.function, FASTEST), first = of[0];
    for (unsigned a = 1; a < AXES; a++) {
        LLVMValueRef is_this = oc_intervals_compare(&finding->in, LLVMIntEQ, fastest,
                                                    LLVMConstInt(finding->in.edit->i32, a, false));
        LLVMValueRef own = of[a];
        of[a] = oc_intervals_choose(&finding->in, is_this, first, own);
        of[0] = oc_intervals_choose(&finding->in, is_this, own, of[0]);
    }
}

// The index that a block has in a dimension, of 64 bits. Dimension 0 counts fastest.
static void divide(struct finding *finding, LLVMValueRef block, LLVMValueRef const counts[AXES],
                   LLVMValueRef out[AXES]) {
    LLVMBuilderRef builder = finding->in.edit->builder;
    for (unsigned a = 0; a < AXES; a++) {
        out[a] = a + 1 < AXES ? LLVMBuildURem(builder, block, counts[a], "") : block;
        block = LLVMBuildUDiv(builder, block, counts[a], "");
    }
}

// The indices of the blocks in a dimension. Where they are in several rows, they may have all of a
// row.
static struct oc_interval block_ids(struct finding *finding, unsigned axis) {
    struct oc_checkblocks *blocks = finding->blocks;
    struct oc_intervals *in = &finding->in;
    LLVMBuilderRef builder = in->edit->builder;
    LLVMValueRef function = blocks->launch.function, counts[AXES];
    LLVMValueRef zero = oc_intervals_number(in, 0), one = oc_intervals_number(in, 1);
    if (blocks->first[0])
        return (struct oc_interval){blocks->first[axis], blocks->last[axis]};
    for (unsigned a = 0; a < AXES; a++)
        counts[a] =
            LLVMBuildZExt(builder, oc_checklaunch_count(&blocks->launch, a), in->edit->i64, "");
    exchange(finding, counts);
    divide(finding, LLVMGetParam(function, FROM), counts, blocks->first);
    divide(finding, LLVMBuildSub(builder, LLVMGetParam(function, UNTIL), one, ""), counts,
           blocks->last);
    LLVMValueRef same = LLVMConstInt(in->edit->i1, 1, false);
    for (unsigned a = AXES; a-- > 0;) {
        LLVMValueRef first = blocks->first[a], last = blocks->last[a];
        LLVMValueRef end = LLVMBuildSub(builder, counts[a], one, "");
        blocks->first[a] = oc_intervals_choose(in, same, first, zero);
        blocks->last[a] = oc_intervals_choose(in, same, last, end);
        same = LLVMBuildAnd(builder, same, oc_intervals_compare(in, LLVMIntEQ, first, last), "");
    }
    exchange(finding, blocks->first);
    exchange(finding, blocks->last);
    return (struct oc_interval){blocks->first[axis], blocks->last[axis]};
}

// The range of an index.
static struct oc_interval find_index(struct finding *finding, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    bool of_thread = strcmp(name, OC_NAME_THREAD_ID) == 0,
         of_grid = strcmp(name, OC_NAME_GLOBAL_ID) == 0,
         of_block = strcmp(name, OC_NAME_BLOCK_ID) == 0;
    if (!of_thread && !of_grid && !of_block)
        return unknown;
    LLVMValueRef axis = LLVMGetOperand(call, 0);
    if (!LLVMIsAConstantInt(axis) || LLVMConstIntGetZExtValue(axis) >= AXES)
        return unknown;
    unsigned at = (unsigned)LLVMConstIntGetZExtValue(axis);
    LLVMBuilderRef builder = finding->in.edit->builder;
    LLVMValueRef size = LLVMBuildZExt(builder, oc_checklaunch_size(&finding->blocks->launch, at),
                                      finding->in.edit->i64, "");
    LLVMValueRef last = LLVMBuildSub(builder, size, oc_intervals_number(&finding->in, 1), "");
    if (of_thread)
        return (struct oc_interval){oc_intervals_number(&finding->in, 0), last};
    struct oc_interval ids = block_ids(finding, at);
    if (of_block)
        return ids;
    return (struct oc_interval){
        LLVMBuildMul(builder, ids.low, size, ""),
        LLVMBuildAdd(builder, LLVMBuildMul(builder, ids.high, size, ""), last, "")};
}

static struct oc_interval find_minimum(struct finding *finding, LLVMValueRef call, int depth) {
    const char *name = oc_ir_callee_name(call);
    bool least = strstr(name, "min.") != NULL, is_unsigned = strncmp(name, "llvm.u", 6) == 0;
    struct oc_interval one = find(finding, LLVMGetOperand(call, 0), depth - 1),
                       other = find(finding, LLVMGetOperand(call, 1), depth - 1), result = unknown;
    if (is_unsigned && (!one.low || !other.low))
        return unknown;
    if (is_unsigned) {
        oc_intervals_expect(&finding->in, one.low, 0);
        oc_intervals_expect(&finding->in, other.low, 0);
    }
    LLVMValueRef (*both)(struct oc_intervals *, LLVMValueRef, LLVMValueRef) =
        least ? oc_intervals_lesser : oc_intervals_greater;
    if (one.low && other.low)
        result.low = both(&finding->in, one.low, other.low);
    else if (!least)
        result.low = one.low ? one.low : other.low;
    if (one.high && other.high)
        result.high = both(&finding->in, one.high, other.high);
    else if (least)
        result.high = one.high ? one.high : other.high;
    return result;
}

static bool is_minimum(LLVMValueRef call) {
    static const char *const names[] = {"llvm.smin.", "llvm.smax.", "llvm.umin.", "llvm.umax."};
    const char *name = oc_ir_callee_name(call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return oc_ir_width(call) > 0;
    return false;
}

// A value, as another one and a constant that is added to it.
struct shifted {
    LLVMValueRef value;
    int64_t constant;
};

static struct shifted without_constants(LLVMValueRef value, bool may_wrap) {
    struct shifted shifted = {value, 0};
    while (oc_sums_is_opcode(shifted.value, LLVMAdd) &&
           LLVMIsAConstantInt(LLVMGetOperand(shifted.value, 1)) &&
           (may_wrap || LLVMGetNSW(shifted.value))) {
        shifted.constant += LLVMConstIntGetSExtValue(LLVMGetOperand(shifted.value, 1));
        shifted.value = LLVMGetOperand(shifted.value, 0);
    }
    return shifted;
}

// The comparison of signed numbers that says the same of numbers of which none is negative.
static LLVMIntPredicate as_signed(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntUGT:
        return LLVMIntSGT;
    case LLVMIntUGE:
        return LLVMIntSGE;
    case LLVMIntULT:
        return LLVMIntSLT;
    case LLVMIntULE:
        return LLVMIntSLE;
    default:
        return predicate;
    }
}

// Narrows the range of a difference by the guards that compare its two numbers, or these with
// constants added. `lows`: the least that the two may be.
static struct oc_interval ordered(struct finding *finding, LLVMValueRef difference,
                                  struct oc_interval range, LLVMValueRef const lows[2]) {
    struct oc_intervals *in = &finding->in;
    struct shifted of[2], compared[2];
    for (unsigned side = 0; side < 2; side++)
        of[side] = without_constants(LLVMGetOperand(difference, side), true);
    for (unsigned i = finding->first; i < finding->count; i++) {
        LLVMValueRef comparison = finding->guards[i].condition;
        LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
        bool is_unsigned = as_signed(predicate) != predicate;
        if (!finding->guards[i].holds)
            predicate = oc_intervals_negated(predicate);
        for (unsigned side = 0; side < 2; side++)
            compared[side] = without_constants(LLVMGetOperand(comparison, side), is_unsigned);
        if (compared[0].value != of[0].value) {
            struct shifted first = compared[0];
            compared[0] = compared[1];
            compared[1] = first;
            predicate = oc_intervals_turned(predicate);
        }
        if (compared[0].value != of[0].value || compared[1].value != of[1].value ||
            (is_unsigned && (!lows[0] || !lows[1] || !oc_interval_is_known(range))))
            continue;
        LLVMValueRef least[2], says = NULL;
        int64_t constant[2];
        for (unsigned side = 0; side < 2; side++)
            constant[side] = of[side].constant - compared[side].constant;
        LLVMValueRef distance = oc_intervals_number(in, constant[0] - constant[1]);
        struct oc_interval before = range;
        oc_intervals_limit(in, &range, as_signed(predicate),
                           (struct oc_interval){distance, distance});
        if (!is_unsigned)
            continue;
        for (unsigned side = 0; side < 2; side++)
            least[side] = LLVMBuildSub(in->edit->builder, lows[side],
                                       oc_intervals_number(in, constant[side]), "");
        says = oc_intervals_compare(in, LLVMIntSGE, oc_intervals_lesser(in, least[0], least[1]),
                                    oc_intervals_number(in, 0));
        range.low = oc_intervals_choose(in, says, range.low, before.low);
        range.high = oc_intervals_choose(in, says, range.high, before.high);
    }
    return range;
}

// That of a choice: of each side, where the condition is known.
static struct oc_interval find_choice(struct finding *finding, LLVMValueRef select, int depth) {
    struct oc_interval sides[2];
    for (unsigned i = 0; i < 2; i++) {
        unsigned before = push(finding, LLVMGetOperand(select, 0), i == 0, 0);
        sides[i] = find(finding, LLVMGetOperand(select, i + 1), depth - 1);
        finding->count = before;
    }
    return oc_intervals_join(&finding->in, sides[0], sides[1]);
}

// That of a variable of a loop, to which each turn adds something.
static struct oc_interval find_counter(struct finding *finding, LLVMValueRef phi, unsigned next,
                                       int depth) {
    enum { MOST_STEP = 1 << 26 }; // with these, 64 bits do not wrap in any time
    LLVMValueRef turn = LLVMGetIncomingValue(phi, next);
    LLVMValueRef by = LLVMGetOperand(turn, LLVMGetOperand(turn, 0) == phi ? 1 : 0);
    if (!LLVMGetNSW(turn) && oc_ir_width(phi) != 64)
        return unknown;
    struct oc_interval first = find(finding, LLVMGetIncomingValue(phi, 1 - next), depth - 1);
    unsigned kept = finding->first;
    finding->first = finding->count; // guards are about the step of this turn, not of those before
    struct oc_interval step = find(finding, by, depth - 1);
    finding->first = kept;
    if (!oc_interval_is_known(step))
        return unknown;
    if (LLVMIsAConstantInt(step.low) && LLVMConstIntGetSExtValue(step.low) < 0 &&
        step.low == step.high && LLVMConstIntGetSExtValue(step.low) > -MOST_STEP)
        return (struct oc_interval){NULL, first.high};
    oc_intervals_expect(&finding->in, step.low, 0);
    oc_intervals_note(&finding->in,
                      oc_intervals_compare(&finding->in, LLVMIntSGT, step.high,
                                           oc_intervals_number(&finding->in, MOST_STEP)));
    return (struct oc_interval){first.low, NULL};
}

static struct oc_interval find_phi(struct finding *finding, LLVMValueRef phi, int depth) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; count == 2 && i < 2; i++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        if (oc_sums_is_opcode(next, LLVMAdd) &&
            (LLVMGetOperand(next, 0) == phi || LLVMGetOperand(next, 1) == phi))
            return find_counter(finding, phi, i, depth);
    }
    struct oc_interval all = unknown;
    if (oc_values_contain(&finding->blocks->of_loops, phi))
        return unknown; // guards are about values of this turn
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMBasicBlockRef before = oc_ir_only_predecessor(block);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        unsigned kept = finding->count;
        if (LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
            LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1))
            push(finding, LLVMGetCondition(end),
                 LLVMGetSuccessor(end, 0) == LLVMGetInstructionParent(phi), 0);
        end = before ? LLVMGetBasicBlockTerminator(before) : NULL;
        if (end && LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
            LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1))
            push(finding, LLVMGetCondition(end), LLVMGetSuccessor(end, 0) == block, 0);
        struct oc_interval one = find(finding, LLVMGetIncomingValue(phi, i), depth - 1);
        finding->count = kept;
        all = i ? oc_intervals_join(&finding->in, all, one) : one;
        if (!all.low && !all.high)
            break;
    }
    return all;
}

static struct oc_interval find_extension(struct finding *finding, LLVMValueRef value, int depth) {
    enum { NARROW = 16 };
    LLVMValueRef operand = LLVMGetOperand(value, 0);
    bool is_zero = LLVMIsAZExtInst(value) != NULL;
    unsigned width = oc_ir_width(operand);
    if (is_zero && width <= NARROW)
        return (struct oc_interval){oc_intervals_number(&finding->in, 0),
                                    oc_intervals_number(&finding->in, (1 << width) - 1)};
    if (width != 32)
        return unknown;
    struct oc_interval range = find(finding, operand, depth - 1);
    if (is_zero && !range.low)
        return unknown;
    if (is_zero)
        oc_intervals_expect(&finding->in, range.low, 0);
    return range;
}

// Those of both operands.
static struct oc_interval find_operation(struct finding *finding, LLVMValueRef value, int depth) {
    LLVMValueRef right = LLVMGetOperand(value, 1);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    bool is_mask =
        opcode == LLVMAnd && LLVMIsAConstantInt(right) && LLVMConstIntGetSExtValue(right) >= 0;
    if (is_mask)
        return (struct oc_interval){
            oc_intervals_number(&finding->in, 0),
            oc_intervals_number(&finding->in, LLVMConstIntGetSExtValue(right))};
    struct oc_interval left = find(finding, LLVMGetOperand(value, 0), depth - 1);
    struct oc_interval other = find(finding, right, depth - 1);
    bool is_small_shift = LLVMIsAConstantInt(right) && LLVMConstIntGetZExtValue(right) < 31;
    LLVMValueRef power =
        is_small_shift
            ? oc_intervals_number(&finding->in, (int64_t)1 << LLVMConstIntGetZExtValue(right))
            : NULL;
    if ((!oc_interval_is_known(left) || !oc_interval_is_known(other)) && opcode != LLVMURem &&
        opcode != LLVMSRem && !((opcode == LLVMAdd || opcode == LLVMSub) && LLVMGetNSW(value)))
        return unknown; // it may wrap
    switch (opcode) {
    case LLVMAdd:
        return oc_intervals_sum(&finding->in, left, other);
    case LLVMOr:
        return LLVMGetIsDisjoint(value) ? oc_intervals_sum(&finding->in, left, other) : unknown;
    case LLVMSub:
        return ordered(finding, value, oc_intervals_difference(&finding->in, left, other),
                       (LLVMValueRef[]){left.low, other.low});
    case LLVMMul:
        return oc_intervals_product(&finding->in, left, other);
    case LLVMShl:
        return power ? oc_intervals_product(&finding->in, left, (struct oc_interval){power, power})
                     : unknown;
    case LLVMLShr:
    case LLVMAShr:
        return power ? oc_intervals_quotient(&finding->in, left, (struct oc_interval){power, power})
                     : unknown;
    case LLVMUDiv:
    case LLVMSDiv:
        return oc_intervals_quotient(&finding->in, left, other);
    case LLVMURem:
    case LLVMSRem:
        return oc_intervals_remainder(&finding->in, left, other);
    case LLVMXor:
        return LLVMIsAConstantInt(right) && LLVMConstIntGetSExtValue(right) == -1
                   ? oc_intervals_difference(&finding->in,
                                             (struct oc_interval){other.low, other.low}, left)
                   : unknown;
    default:
        return unknown;
    }
}

static struct oc_interval find_instruction(struct finding *finding, LLVMValueRef value, int depth) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMCall:
        return is_minimum(value) ? find_minimum(finding, value, depth) : find_index(finding, value);
    case LLVMPHI:
        return find_phi(finding, value, depth);
    case LLVMSelect:
        return find_choice(finding, value, depth);
    case LLVMZExt:
    case LLVMSExt:
        return find_extension(finding, value, depth);
    case LLVMTrunc: {
        struct oc_interval range = find(finding, LLVMGetOperand(value, 0), depth - 1);
        return oc_interval_is_known(range) ? range : unknown;
    }
    case LLVMFreeze:
        return find(finding, LLVMGetOperand(value, 0), depth - 1);
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return find_operation(finding, value, depth);
    default:
        return unknown;
    }
}

static struct oc_interval find(struct finding *finding, LLVMValueRef value, int depth) {
    unsigned width = oc_ir_width(value);
    if ((width != 32 && width != 64) || depth <= 0 || ++finding->steps > MOST_STEPS ||
        oc_values_contain(&finding->under_way, value))
        return unknown;
    if (LLVMIsAConstantInt(value)) {
        LLVMValueRef same = oc_intervals_number(&finding->in, LLVMConstIntGetSExtValue(value));
        return (struct oc_interval){same, same};
    }
    if (!LLVMIsAInstruction(value))
        return unknown;
    LLVMValueRef copied = oc_checklaunch_copy(&finding->blocks->launch, value);
    if (copied) {
        copied = width == 64
                     ? copied
                     : LLVMBuildSExt(finding->in.edit->builder, copied, finding->in.edit->i64, "");
        return (struct oc_interval){copied, copied};
    }
    oc_values_add(&finding->under_way, value);
    struct oc_interval range =
        oc_intervals_fit(&finding->in, value, find_instruction(finding, value, depth));
    range = guarded(finding, value, range, depth);
    finding->under_way.count--;
    return range;
}

LLVMValueRef oc_checkranges_outside(struct oc_checkblocks *blocks, const struct oc_access *access,
                                    LLVMValueRef index, LLVMValueRef count) {
    struct oc_edit *edit = blocks->launch.edit;
    struct finding finding = {.blocks = blocks,
                              .in = {edit, LLVMConstInt(edit->i1, 0, false)},
                              .under_way = {.arena = edit->ir->arena}};
    struct oc_intervals *in = &finding.in;
    oc_edit_at_end(edit, LLVMGetEntryBasicBlock(blocks->launch.function), NULL);
    for (size_t i = 0; i < access->guards.count; i += 2)
        push(&finding, access->guards.items[i], !LLVMIsNull(access->guards.items[i + 1]), 0);
    struct oc_interval range = find(&finding, index, DEEPEST),
                       size = find(&finding, count, DEEPEST);
    if (!oc_interval_is_known(range) || !oc_interval_is_known(size) || finding.steps > MOST_STEPS)
        return NULL;
    LLVMValueRef below =
        oc_intervals_compare(in, LLVMIntSLT, range.low, oc_intervals_number(in, 0));
    LLVMValueRef above = oc_intervals_compare(in, LLVMIntSGE, range.high, size.low);
    LLVMValueRef comes = oc_intervals_compare(in, LLVMIntSLE, range.low, range.high);
    LLVMValueRef outside = LLVMBuildOr(edit->builder, below, above, "");
    outside = LLVMBuildAnd(edit->builder, outside, comes, "");
    return LLVMBuildOr(edit->builder, outside, in->wraps, "");
}
