#include "ir/sums.h"

#include "base/names.h"

#include <string.h>

enum { MOST_BITS = 64 };

// ---- Values ------------------------------------------------------------------------------------

LLVMValueRef oc_sums_constant(const struct oc_edit *edit, int64_t value) {
    return LLVMConstInt(edit->i64, (uint64_t)value, true);
}

bool oc_sums_is_opcode(LLVMValueRef value, LLVMOpcode opcode) {
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

// Whether two values are the same: extended, or with a constant added, of the same.
// Takes off a constant that is added or subtracted.
static LLVMValueRef without_constant(LLVMValueRef value, int64_t *constant) {
    bool adds = oc_sums_is_opcode(value, LLVMAdd), subtracts = oc_sums_is_opcode(value, LLVMSub);
    *constant = 0;
    if ((!adds && !subtracts) || !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return value;
    int64_t by = LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1));
    *constant = adds ? by : (int64_t)-(uint64_t)by;
    return LLVMGetOperand(value, 0);
}

bool oc_sums_is_same(LLVMValueRef left, LLVMValueRef right) {
    if (left == right)
        return true;
    if (!LLVMIsAInstruction(left) || !LLVMIsAInstruction(right) ||
        LLVMTypeOf(left) != LLVMTypeOf(right))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(left);
    int64_t one, other;
    LLVMValueRef parts[] = {without_constant(left, &one), without_constant(right, &other)};
    if (one || other)
        return one == other && oc_sums_is_same(parts[0], parts[1]);
    bool extends = opcode == LLVMSExt || opcode == LLVMZExt || opcode == LLVMTrunc;
    return extends && opcode == LLVMGetInstructionOpcode(right) &&
           oc_sums_is_same(LLVMGetOperand(left, 0), LLVMGetOperand(right, 0));
}

LLVMValueRef oc_sums_extended(struct oc_edit *edit, LLVMValueRef value,
                              enum oc_extension extension) {
    if (extension == OC_NONE_EXTENSION)
        return value;
    return extension == OC_SIGNED_EXTENSION ? LLVMBuildSExt(edit->builder, value, edit->i64, "")
                                            : LLVMBuildZExt(edit->builder, value, edit->i64, "");
}

// Whether the extension of an operation's result is the operation on the extended operands.
bool oc_sums_keeps(LLVMValueRef operation, enum oc_extension extension) {
    return extension == OC_NONE_EXTENSION ||
           (extension == OC_SIGNED_EXTENSION && LLVMGetNSW(operation)) ||
           (extension == OC_UNSIGNED_EXTENSION && LLVMGetNUW(operation));
}

enum oc_extension oc_sums_extension(LLVMValueRef value) {
    if (oc_sums_is_opcode(value, LLVMSExt) ||
        (oc_sums_is_opcode(value, LLVMZExt) && LLVMGetNNeg(value)))
        return OC_SIGNED_EXTENSION;
    return oc_sums_is_opcode(value, LLVMZExt) ? OC_UNSIGNED_EXTENSION : OC_NONE_EXTENSION;
}

// ---- Sums of products --------------------------------------------------------------------------

bool oc_sums_add_term(struct oc_sum *sum, struct oc_term term) {
    if (!term.coefficient)
        return true;
    for (unsigned i = 0; i < sum->count; i++) {
        struct oc_term *other = &sum->terms[i];
        bool same = other->count == term.count;
        for (unsigned f = 0; same && f < term.count; f++)
            same = oc_sums_is_same(other->factors[f], term.factors[f]);
        if (same)
            return !__builtin_add_overflow(other->coefficient, term.coefficient,
                                           &other->coefficient);
    }
    if (sum->count == OC_MOST_TERMS)
        return false;
    sum->terms[sum->count++] = term;
    return true;
}

bool oc_sums_add(struct oc_sum *sum, const struct oc_sum *other, int64_t factor) {
    for (unsigned i = 0; i < other->count; i++) {
        struct oc_term term = other->terms[i];
        if (__builtin_mul_overflow(term.coefficient, factor, &term.coefficient) ||
            !oc_sums_add_term(sum, term))
            return false;
    }
    return true;
}

bool oc_sums_add_product(struct oc_sum *sum, const struct oc_sum *left,
                         const struct oc_sum *right) {
    for (unsigned i = 0; i < left->count; i++)
        for (unsigned k = 0; k < right->count; k++) {
            struct oc_term term = left->terms[i];
            const struct oc_term *other = &right->terms[k];
            if (term.count + other->count > OC_MOST_FACTORS ||
                __builtin_mul_overflow(term.coefficient, other->coefficient, &term.coefficient))
                return false;
            for (unsigned f = 0; f < other->count; f++)
                term.factors[term.count++] = other->factors[f];
            if (!oc_sums_add_term(sum, term))
                return false;
        }
    return true;
}

static bool read_operation(struct oc_reading *reading, LLVMValueRef value, LLVMOpcode opcode,
                           enum oc_extension extension, struct oc_sum *sum) {
    struct oc_sum left = {0}, right = {0};
    if (!oc_sums_read(reading, LLVMGetOperand(value, 0), extension, &left) ||
        !oc_sums_read(reading, LLVMGetOperand(value, 1), extension, &right))
        return false;
    if (opcode == LLVMMul)
        return oc_sums_add_product(sum, &left, &right);
    if (opcode == LLVMXor) // by -1
        return oc_sums_add(sum, &left, -1) && oc_sums_add(sum, &right, 1);
    if (opcode == LLVMShl) {
        bool is_known = right.count == 1 && !right.terms[0].count &&
                        right.terms[0].coefficient > 0 && right.terms[0].coefficient < 62;
        return is_known && oc_sums_add(sum, &left, (int64_t)1 << right.terms[0].coefficient);
    }
    return oc_sums_add(sum, &left, 1) && oc_sums_add(sum, &right, opcode == LLVMSub ? -1 : 1);
}

static bool is_operation(LLVMValueRef value, enum oc_extension extension) {
    if (!LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return oc_sums_keeps(value, extension);
    case LLVMShl:
        return oc_sums_keeps(value, extension) && LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    case LLVMXor:
        return extension != OC_UNSIGNED_EXTENSION && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
               LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1)) == -1;
    case LLVMOr:
        return LLVMGetIsDisjoint(value) && extension != OC_SIGNED_EXTENSION;
    default:
        return false;
    }
}

static bool is_factor(const struct oc_reading *reading, LLVMValueRef value) {
    for (unsigned i = 0; i < reading->factors->count; i++)
        if (oc_sums_is_same(reading->factors->items[i], value))
            return true;
    return false;
}

// A value that is extended one way in the index, and the other way in the size, is the same in both
// if it is not negative. Returns the factor of the size, or NULL.
static LLVMValueRef other_extension(struct oc_reading *reading, LLVMValueRef value,
                                    enum oc_extension extension) {
    for (unsigned i = 0; extension != OC_NONE_EXTENSION && i < reading->factors->count; i++) {
        LLVMValueRef factor = reading->factors->items[i];
        bool extends = oc_sums_is_opcode(factor, LLVMSExt) || oc_sums_is_opcode(factor, LLVMZExt);
        if (!extends || oc_sums_is_opcode(factor, LLVMSExt) == (extension == OC_SIGNED_EXTENSION) ||
            !oc_sums_is_same(LLVMGetOperand(factor, 0), value))
            continue;
        for (unsigned k = 0; k < reading->count; k++)
            if (reading->signs[k] == value)
                return factor;
        if (reading->count == OC_MOST_SIGNS)
            return NULL;
        reading->signs[reading->count++] = value;
        return factor;
    }
    return NULL;
}

// The thread's index that a loop's variable begins with, to which each turn adds something. NULL:
// it is not such a variable.
static LLVMValueRef index_before_loop(LLVMValueRef value) {
    if (!LLVMIsAPHINode(value) || LLVMCountIncoming(value) != 2)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef next = LLVMGetIncomingValue(value, i);
        LLVMValueRef first = LLVMGetIncomingValue(value, 1 - i);
        LLVMValueRef index = LLVMIsAZExtInst(first) ? LLVMGetOperand(first, 0) : first;
        const char *name = oc_ir_callee_name(index);
        if (oc_sums_is_opcode(next, LLVMAdd) &&
            (LLVMGetOperand(next, 0) == value || LLVMGetOperand(next, 1) == value) &&
            (strcmp(name, OC_NAME_GLOBAL_ID) == 0 || strcmp(name, OC_NAME_THREAD_ID) == 0))
            return first;
    }
    return NULL;
}

// Adds the terms of a value to the sum. Returns false if the sum has no room for them.
bool oc_sums_read(struct oc_reading *reading, LLVMValueRef value, enum oc_extension extension,
                  struct oc_sum *sum) {
    if (LLVMIsAConstantInt(value))
        return oc_ir_width(value) <= MOST_BITS &&
               oc_sums_add_term(
                   sum,
                   (struct oc_term){.coefficient = extension == OC_UNSIGNED_EXTENSION
                                                       ? (int64_t)LLVMConstIntGetZExtValue(value)
                                                       : LLVMConstIntGetSExtValue(value)});
    bool is_whole = extension == OC_NONE_EXTENSION && is_factor(reading, value);
    if (!is_whole && extension == OC_NONE_EXTENSION &&
        oc_sums_extension(value) != OC_NONE_EXTENSION)
        return oc_sums_read(reading, LLVMGetOperand(value, 0), oc_sums_extension(value), sum);
    if (!is_whole && is_operation(value, extension)) {
        struct oc_sum before = *sum;
        if (read_operation(reading, value, LLVMGetInstructionOpcode(value), extension, sum))
            return true;
        *sum = before;
    }
    LLVMValueRef first = reading->splits && extension == OC_NONE_EXTENSION && !is_whole
                             ? index_before_loop(value)
                             : NULL;
    if (first) {
        LLVMValueRef come = LLVMBuildSub(reading->edit->builder, value, first, "");
        return oc_sums_read(reading, first, OC_NONE_EXTENSION, sum) &&
               oc_sums_add_term(sum, (struct oc_term){1, 1, {come}});
    }
    LLVMValueRef factor = other_extension(reading, value, extension);
    return oc_sums_add_term(
        sum, (struct oc_term){
                 1, 1, {factor ? factor : oc_sums_extended(reading->edit, value, extension)}});
}
