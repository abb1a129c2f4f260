#include "ir/intervals.h"

#include "ir/sums.h"

static const struct oc_interval unknown = {NULL, NULL};

LLVMValueRef oc_intervals_number(struct oc_intervals *at, int64_t value) {
    return oc_sums_constant(at->edit, value);
}

LLVMValueRef oc_intervals_compare(struct oc_intervals *at, LLVMIntPredicate predicate,
                                  LLVMValueRef left, LLVMValueRef right) {
    return LLVMBuildICmp(at->edit->builder, predicate, left, right, "");
}

LLVMValueRef oc_intervals_choose(struct oc_intervals *at, LLVMValueRef condition, LLVMValueRef yes,
                                 LLVMValueRef no) {
    return LLVMBuildSelect(at->edit->builder, condition, yes, no, "");
}

LLVMValueRef oc_intervals_lesser(struct oc_intervals *at, LLVMValueRef left, LLVMValueRef right) {
    return left == right ? left
                         : oc_intervals_choose(
                               at, oc_intervals_compare(at, LLVMIntSLT, left, right), left, right);
}

LLVMValueRef oc_intervals_greater(struct oc_intervals *at, LLVMValueRef left, LLVMValueRef right) {
    return left == right ? left
                         : oc_intervals_choose(
                               at, oc_intervals_compare(at, LLVMIntSGT, left, right), left, right);
}

void oc_intervals_note(struct oc_intervals *at, LLVMValueRef condition) {
    at->wraps = LLVMBuildOr(at->edit->builder, at->wraps, condition, "");
}

void oc_intervals_expect(struct oc_intervals *at, LLVMValueRef value, int64_t least) {
    oc_intervals_note(at,
                      oc_intervals_compare(at, LLVMIntSLT, value, oc_intervals_number(at, least)));
}

// A sum, difference or product of 64 bits; notes whether it wraps.
static LLVMValueRef compute(struct oc_intervals *at, const char *name, LLVMValueRef left,
                            LLVMValueRef right) {
    LLVMValueRef operands[] = {left, right};
    LLVMValueRef pair = oc_edit_intrinsic(at->edit, name, at->edit->i64, operands, 2);
    oc_intervals_note(at, LLVMBuildExtractValue(at->edit->builder, pair, 1, ""));
    return LLVMBuildExtractValue(at->edit->builder, pair, 0, "");
}

static LLVMValueRef add(struct oc_intervals *at, LLVMValueRef left, LLVMValueRef right) {
    return compute(at, "llvm.sadd.with.overflow", left, right);
}

static LLVMValueRef subtract(struct oc_intervals *at, LLVMValueRef left, LLVMValueRef right) {
    return compute(at, "llvm.ssub.with.overflow", left, right);
}

static LLVMValueRef multiply(struct oc_intervals *at, LLVMValueRef left, LLVMValueRef right) {
    return compute(at, "llvm.smul.with.overflow", left, right);
}

// A range of numbers of 32 bits has to be one of such numbers.
struct oc_interval oc_intervals_fit(struct oc_intervals *at, LLVMValueRef value,
                                    struct oc_interval range) {
    if (oc_ir_width(value) != 32)
        return oc_ir_width(value) == 64 ? range : unknown;
    if (range.low)
        oc_intervals_note(at, oc_intervals_compare(at, LLVMIntSLT, range.low,
                                                   oc_intervals_number(at, INT32_MIN)));
    if (range.high)
        oc_intervals_note(at, oc_intervals_compare(at, LLVMIntSGT, range.high,
                                                   oc_intervals_number(at, INT32_MAX)));
    return range;
}

struct oc_interval oc_intervals_join(struct oc_intervals *at, struct oc_interval one,
                                     struct oc_interval other) {
    struct oc_interval both = unknown;
    if (one.low && other.low)
        both.low = oc_intervals_lesser(at, one.low, other.low);
    if (one.high && other.high)
        both.high = oc_intervals_greater(at, one.high, other.high);
    return both;
}

bool oc_interval_is_known(struct oc_interval range) {
    return range.low && range.high;
}

// The range of the sum of what has these ranges.
struct oc_interval oc_intervals_sum(struct oc_intervals *at, struct oc_interval left,
                                    struct oc_interval right) {
    struct oc_interval result = unknown;
    if (left.low && right.low)
        result.low = add(at, left.low, right.low);
    if (left.high && right.high)
        result.high = add(at, left.high, right.high);
    return result;
}

struct oc_interval oc_intervals_difference(struct oc_intervals *at, struct oc_interval left,
                                           struct oc_interval right) {
    struct oc_interval result = unknown;
    if (left.low && right.high)
        result.low = subtract(at, left.low, right.high);
    if (left.high && right.low)
        result.high = subtract(at, left.high, right.low);
    return result;
}

// That of a product. One of its factors is the same for all threads, or none is negative.
struct oc_interval oc_intervals_product(struct oc_intervals *at, struct oc_interval left,
                                        struct oc_interval right) {
    if (!oc_interval_is_known(left) || !oc_interval_is_known(right))
        return unknown;
    if (left.low == left.high) {
        struct oc_interval kept = left;
        left = right;
        right = kept;
    }
    struct oc_interval result = {multiply(at, left.low, right.low),
                                 multiply(at, left.high, right.high)};
    bool negative = LLVMIsAConstantInt(right.low) && LLVMConstIntGetSExtValue(right.low) < 0 &&
                    right.low == right.high;
    if (negative)
        return (struct oc_interval){result.high, result.low};
    oc_intervals_expect(at, right.low, 0);
    if (right.low != right.high)
        oc_intervals_expect(at, left.low, 0);
    return result;
}

struct oc_interval oc_intervals_quotient(struct oc_intervals *at, struct oc_interval left,
                                         struct oc_interval right) {
    LLVMBuilderRef builder = at->edit->builder;
    if (!oc_interval_is_known(left) || !oc_interval_is_known(right))
        return unknown;
    oc_intervals_expect(at, left.low, 0);
    oc_intervals_expect(at, right.low, 1);
    LLVMValueRef one = oc_intervals_number(at, 1);
    return (struct oc_interval){
        LLVMBuildUDiv(builder, left.low, oc_intervals_greater(at, right.high, one), ""),
        LLVMBuildUDiv(builder, left.high, oc_intervals_greater(at, right.low, one), "")};
}

// That of a remainder: numbers that are in one stretch between multiples keep their order.
struct oc_interval oc_intervals_remainder(struct oc_intervals *at, struct oc_interval left,
                                          struct oc_interval right) {
    LLVMBuilderRef builder = at->edit->builder;
    if (!oc_interval_is_known(right) || !left.low)
        return unknown;
    oc_intervals_expect(at, left.low, 0);
    oc_intervals_expect(at, right.low, 1);
    LLVMValueRef most = LLVMBuildSub(builder, right.high, oc_intervals_number(at, 1), "");
    struct oc_interval result = {oc_intervals_number(at, 0), most};
    if (!left.high)
        return result;
    if (right.low != right.high)
        return (struct oc_interval){result.low, oc_intervals_lesser(at, most, left.high)};
    LLVMValueRef divisor = oc_intervals_greater(at, right.low, oc_intervals_number(at, 1));
    LLVMValueRef together =
        oc_intervals_compare(at, LLVMIntEQ, LLVMBuildUDiv(builder, left.low, divisor, ""),
                             LLVMBuildUDiv(builder, left.high, divisor, ""));
    return (struct oc_interval){
        oc_intervals_choose(at, together, LLVMBuildURem(builder, left.low, divisor, ""),
                            result.low),
        oc_intervals_choose(at, together, LLVMBuildURem(builder, left.high, divisor, ""), most)};
}

// ---- Comparisons -------------------------------------------------------------------------------

LLVMIntPredicate oc_intervals_turned(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntUGT:
        return LLVMIntULT;
    case LLVMIntUGE:
        return LLVMIntULE;
    case LLVMIntULT:
        return LLVMIntUGT;
    case LLVMIntULE:
        return LLVMIntUGE;
    case LLVMIntSGT:
        return LLVMIntSLT;
    case LLVMIntSGE:
        return LLVMIntSLE;
    case LLVMIntSLT:
        return LLVMIntSGT;
    case LLVMIntSLE:
        return LLVMIntSGE;
    default:
        return predicate;
    }
}

LLVMIntPredicate oc_intervals_negated(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntEQ:
        return LLVMIntNE;
    case LLVMIntNE:
        return LLVMIntEQ;
    case LLVMIntUGT:
        return LLVMIntULE;
    case LLVMIntUGE:
        return LLVMIntULT;
    case LLVMIntULT:
        return LLVMIntUGE;
    case LLVMIntULE:
        return LLVMIntUGT;
    case LLVMIntSGT:
        return LLVMIntSLE;
    case LLVMIntSGE:
        return LLVMIntSLT;
    case LLVMIntSLT:
        return LLVMIntSGE;
    default:
        return LLVMIntSGT;
    }
}

static void limit_low(struct oc_intervals *at, struct oc_interval *range, LLVMValueRef least) {
    range->low = range->low ? oc_intervals_greater(at, range->low, least) : least;
}

static void limit_high(struct oc_intervals *at, struct oc_interval *range, LLVMValueRef most) {
    range->high = range->high ? oc_intervals_lesser(at, range->high, most) : most;
}

// What is left of a range of numbers that are less than those of another as unsigned numbers. If
// the others may be negative, so very large, that says nothing.
static void limit_unsigned(struct oc_intervals *at, struct oc_interval *range,
                           struct oc_interval other, bool or_equal) {
    LLVMValueRef most =
        or_equal ? other.high
                 : LLVMBuildSub(at->edit->builder, other.high, oc_intervals_number(at, 1), "");
    LLVMValueRef says = oc_intervals_compare(at, LLVMIntSGE, other.low, oc_intervals_number(at, 0));
    if (!oc_interval_is_known(*range))
        oc_intervals_note(at, LLVMBuildNot(at->edit->builder, says, ""));
    struct oc_interval before = *range;
    limit_low(at, range, oc_intervals_number(at, 0));
    limit_high(at, range, most);
    if (before.low)
        range->low = oc_intervals_choose(at, says, range->low, before.low);
    if (before.high)
        range->high = oc_intervals_choose(at, says, range->high, before.high);
}

// What is left of a range where a comparison with another number holds.
void oc_intervals_limit(struct oc_intervals *at, struct oc_interval *range,
                        LLVMIntPredicate predicate, struct oc_interval other) {
    LLVMBuilderRef builder = at->edit->builder;
    LLVMValueRef one = oc_intervals_number(at, 1);
    bool is_one = other.low && other.low == other.high;
    switch (predicate) {
    case LLVMIntEQ:
        if (other.low)
            limit_low(at, range, other.low);
        if (other.high)
            limit_high(at, range, other.high);
        return;
    case LLVMIntNE:
        if (is_one && range->low)
            range->low =
                oc_intervals_choose(at, oc_intervals_compare(at, LLVMIntEQ, range->low, other.low),
                                    LLVMBuildAdd(builder, range->low, one, ""), range->low);
        if (is_one && range->high)
            range->high =
                oc_intervals_choose(at, oc_intervals_compare(at, LLVMIntEQ, range->high, other.low),
                                    LLVMBuildSub(builder, range->high, one, ""), range->high);
        return;
    case LLVMIntSLT:
        if (other.high)
            limit_high(at, range, LLVMBuildSub(builder, other.high, one, ""));
        return;
    case LLVMIntSLE:
        if (other.high)
            limit_high(at, range, other.high);
        return;
    case LLVMIntSGT:
        if (other.low)
            limit_low(at, range, LLVMBuildAdd(builder, other.low, one, ""));
        return;
    case LLVMIntSGE:
        if (other.low)
            limit_low(at, range, other.low);
        return;
    case LLVMIntULT:
    case LLVMIntULE:
        if (oc_interval_is_known(other))
            limit_unsigned(at, range, other, predicate == LLVMIntULE);
        return;
    default: // at least, as an unsigned number: the same if none is negative
        if (!range->low || !other.low)
            return;
        LLVMValueRef least =
            predicate == LLVMIntUGT ? LLVMBuildAdd(builder, other.low, one, "") : other.low;
        LLVMValueRef zero = oc_intervals_number(at, 0);
        LLVMValueRef says =
            LLVMBuildAnd(builder, oc_intervals_compare(at, LLVMIntSGE, range->low, zero),
                         oc_intervals_compare(at, LLVMIntSGE, other.low, zero), "");
        range->low =
            oc_intervals_choose(at, says, oc_intervals_greater(at, range->low, least), range->low);
    }
}
