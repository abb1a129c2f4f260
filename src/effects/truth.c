#include "effects/truth.h"

#include "ir/edit.h"
#include "model/usage.h"

static enum oc_truth negate(enum oc_truth truth) {
    return truth == OC_TRUE ? OC_FALSE : truth == OC_FALSE ? OC_TRUE : OC_UNSURE;
}

// Whether left + distance <= right.
static bool is_below(const struct oc_algebra *algebra, struct oc_poly left, struct oc_poly right,
                     int distance) {
    struct oc_poly room = oc_poly_subtract(oc_poly_subtract(right, left), oc_poly_number(distance));
    return oc_unknowns_prove_positive(algebra, room);
}

static enum oc_truth is_less(const struct oc_algebra *algebra, struct oc_poly left,
                             struct oc_poly right) {
    return is_below(algebra, left, right, 1)   ? OC_TRUE
           : is_below(algebra, right, left, 0) ? OC_FALSE
                                               : OC_UNSURE;
}

static enum oc_truth is_equal(const struct oc_algebra *algebra, struct oc_poly left,
                              struct oc_poly right) {
    if (is_below(algebra, left, right, 1) || is_below(algebra, right, left, 1))
        return OC_FALSE;
    return is_below(algebra, left, right, 0) && is_below(algebra, right, left, 0) ? OC_TRUE
                                                                                  : OC_UNSURE;
}

static enum oc_truth truth_of_comparison(struct oc_algebra *algebra, LLVMValueRef comparison) {
    struct oc_poly left, right;
    if (!oc_algebra_value(algebra, LLVMGetOperand(comparison, 0), &left) ||
        !oc_algebra_value(algebra, LLVMGetOperand(comparison, 1), &right))
        return OC_UNSURE;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
    bool is_unsigned = predicate >= LLVMIntUGT && predicate <= LLVMIntULE;
    if (is_unsigned &&
        (!oc_unknowns_prove_positive(algebra, left) || !oc_unknowns_prove_positive(algebra, right)))
        return OC_UNSURE;
    switch (predicate) {
    case LLVMIntEQ:
        return is_equal(algebra, left, right);
    case LLVMIntNE:
        return negate(is_equal(algebra, left, right));
    case LLVMIntULT:
    case LLVMIntSLT:
        return is_less(algebra, left, right);
    case LLVMIntUGT:
    case LLVMIntSGT:
        return is_less(algebra, right, left);
    case LLVMIntUGE:
    case LLVMIntSGE:
        return negate(is_less(algebra, left, right));
    case LLVMIntULE:
    case LLVMIntSLE:
        return negate(is_less(algebra, right, left));
    }
    return OC_UNSURE;
}

static enum oc_truth both(enum oc_truth left, enum oc_truth right) {
    return left == OC_FALSE || right == OC_FALSE ? OC_FALSE : left == OC_TRUE ? right : OC_UNSURE;
}

static bool is_zero_or_one(LLVMValueRef value) {
    if (LLVMIsAConstantInt(value))
        return LLVMConstIntGetZExtValue(value) <= 1;
    while (LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    return oc_ir_width(value) == 1;
}

// Where a condition is looked at.
struct site {
    LLVMBasicBlockRef before, block;
};

// What a phi of the site's block was, coming from before; else the value itself.
static LLVMValueRef coming_from(struct site site, LLVMValueRef value) {
    if (!site.before || !LLVMIsAPHINode(value) || LLVMGetInstructionParent(value) != site.block)
        return value;
    LLVMValueRef incoming = oc_edit_incoming(value, site.before);
    return incoming ? incoming : value;
}

// The truth of a value that is not 0, such as one that is 0 or 1 as C has its truth.
static enum oc_truth is_true(struct oc_algebra *algebra, struct site site, LLVMValueRef value) {
    value = coming_from(site, value);
    if (LLVMIsAConstantInt(value))
        return LLVMConstIntGetZExtValue(value) ? OC_TRUE : OC_FALSE;
    if (!LLVMIsAInstruction(value) || !oc_ir_width(value))
        return OC_UNSURE;
    bool is_bit = oc_ir_width(value) == 1;
    enum oc_truth left, right, otherwise;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFreeze:
        return is_true(algebra, site, LLVMGetOperand(value, 0));
    case LLVMICmp:
        if (LLVMIsNull(LLVMGetOperand(value, 1)) && LLVMGetICmpPredicate(value) <= LLVMIntNE) {
            left = is_true(algebra, site, LLVMGetOperand(value, 0));
            if (left != OC_UNSURE)
                return LLVMGetICmpPredicate(value) == LLVMIntNE ? left : negate(left);
        }
        return truth_of_comparison(algebra, value);
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        left = is_true(algebra, site, LLVMGetOperand(value, 0));
        right = is_true(algebra, site, LLVMGetOperand(value, 1));
        break;
    case LLVMSelect:
        left = is_true(algebra, site, LLVMGetOperand(value, 0));
        right = is_true(algebra, site, LLVMGetOperand(value, 1));
        otherwise = is_true(algebra, site, LLVMGetOperand(value, 2));
        return left == OC_TRUE      ? right
               : left == OC_FALSE   ? otherwise
               : right == otherwise ? right
                                    : OC_UNSURE;
    default:
        return OC_UNSURE;
    }
    if (LLVMGetInstructionOpcode(value) == LLVMOr)
        return negate(both(negate(left), negate(right)));
    // Of wider numbers, 1 & 2 is 0 and 3 ^ 1 is not.
    if (!is_bit &&
        !(is_zero_or_one(LLVMGetOperand(value, 0)) && is_zero_or_one(LLVMGetOperand(value, 1))))
        return OC_UNSURE;
    if (LLVMGetInstructionOpcode(value) == LLVMAnd)
        return both(left, right);
    return left == OC_TRUE ? negate(right) : left == OC_FALSE ? right : OC_UNSURE;
}

enum oc_truth oc_truth_of(struct oc_algebra *algebra, LLVMBasicBlockRef before,
                          LLVMBasicBlockRef block, LLVMValueRef condition) {
    return is_true(algebra, (struct site){before, block}, condition);
}
