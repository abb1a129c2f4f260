#include "ir/dimensions.h"

#include "base/names.h"

#include <string.h>

enum { MOST_FACTORS = 4, MOST_TERMS = 12, MOST_BITS = 64 };

// coefficient * factors[0] * ...
struct term {
    int64_t coefficient;
    unsigned count;
    LLVMValueRef factors[MOST_FACTORS];
};

struct sum {
    unsigned count;
    struct term terms[MOST_TERMS];
};

// The factors of the array's size: values, and at most one constant.
struct factors {
    unsigned count;
    LLVMValueRef items[OC_DIMENSIONS];
};

// The values are extended from fewer bits.
enum extension { NONE, SIGNED, UNSIGNED };

struct reading {
    struct oc_edit *edit;
    const struct factors *factors; // of the size, which stay whole
};

// ---- Values ------------------------------------------------------------------------------------

static LLVMValueRef constant(const struct oc_edit *edit, int64_t value) {
    return LLVMConstInt(edit->i64, (uint64_t)value, true);
}

static bool is_opcode(LLVMValueRef value, LLVMOpcode opcode) {
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

// Whether two values are the same: extended, or with a constant added, of the same.
static bool is_same(LLVMValueRef left, LLVMValueRef right) {
    if (left == right)
        return true;
    if (!LLVMIsAInstruction(left) || !LLVMIsAInstruction(right))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(left);
    if (opcode != LLVMGetInstructionOpcode(right) || LLVMTypeOf(left) != LLVMTypeOf(right))
        return false;
    bool extends = opcode == LLVMSExt || opcode == LLVMZExt;
    bool adds = opcode == LLVMAdd && LLVMIsAConstantInt(LLVMGetOperand(left, 1)) &&
                LLVMGetOperand(left, 1) == LLVMGetOperand(right, 1);
    return (extends || adds) && is_same(LLVMGetOperand(left, 0), LLVMGetOperand(right, 0));
}

static LLVMValueRef extended(struct oc_edit *edit, LLVMValueRef value, enum extension extension) {
    if (extension == NONE)
        return value;
    return extension == SIGNED ? LLVMBuildSExt(edit->builder, value, edit->i64, "")
                               : LLVMBuildZExt(edit->builder, value, edit->i64, "");
}

// Whether the extension of an operation's result is the operation on the extended operands.
static bool keeps(LLVMValueRef operation, enum extension extension) {
    return extension == NONE || (extension == SIGNED && LLVMGetNSW(operation)) ||
           (extension == UNSIGNED && LLVMGetNUW(operation));
}

static enum extension extension_of(LLVMValueRef value) {
    if (is_opcode(value, LLVMSExt) || (is_opcode(value, LLVMZExt) && LLVMGetNNeg(value)))
        return SIGNED;
    return is_opcode(value, LLVMZExt) ? UNSIGNED : NONE;
}

// ---- Sums of products --------------------------------------------------------------------------

static bool add_term(struct sum *sum, struct term term) {
    if (!term.coefficient)
        return true;
    for (unsigned i = 0; i < sum->count; i++) {
        struct term *other = &sum->terms[i];
        bool same = other->count == term.count;
        for (unsigned f = 0; same && f < term.count; f++)
            same = is_same(other->factors[f], term.factors[f]);
        if (same)
            return !__builtin_add_overflow(other->coefficient, term.coefficient,
                                           &other->coefficient);
    }
    if (sum->count == MOST_TERMS)
        return false;
    sum->terms[sum->count++] = term;
    return true;
}

static bool add_sum(struct sum *sum, const struct sum *other, int64_t factor) {
    for (unsigned i = 0; i < other->count; i++) {
        struct term term = other->terms[i];
        if (__builtin_mul_overflow(term.coefficient, factor, &term.coefficient) ||
            !add_term(sum, term))
            return false;
    }
    return true;
}

static bool add_product(struct sum *sum, const struct sum *left, const struct sum *right) {
    for (unsigned i = 0; i < left->count; i++)
        for (unsigned k = 0; k < right->count; k++) {
            struct term term = left->terms[i];
            const struct term *other = &right->terms[k];
            if (term.count + other->count > MOST_FACTORS ||
                __builtin_mul_overflow(term.coefficient, other->coefficient, &term.coefficient))
                return false;
            for (unsigned f = 0; f < other->count; f++)
                term.factors[term.count++] = other->factors[f];
            if (!add_term(sum, term))
                return false;
        }
    return true;
}

static bool read(struct reading *reading, LLVMValueRef value, enum extension extension,
                 struct sum *sum);

static bool read_operation(struct reading *reading, LLVMValueRef value, LLVMOpcode opcode,
                           enum extension extension, struct sum *sum) {
    struct sum left = {0}, right = {0};
    if (!read(reading, LLVMGetOperand(value, 0), extension, &left) ||
        !read(reading, LLVMGetOperand(value, 1), extension, &right))
        return false;
    if (opcode == LLVMMul)
        return add_product(sum, &left, &right);
    if (opcode == LLVMXor) // by -1
        return add_sum(sum, &left, -1) && add_sum(sum, &right, 1);
    if (opcode == LLVMShl) {
        bool is_known = right.count == 1 && !right.terms[0].count &&
                        right.terms[0].coefficient > 0 && right.terms[0].coefficient < 62;
        return is_known && add_sum(sum, &left, (int64_t)1 << right.terms[0].coefficient);
    }
    return add_sum(sum, &left, 1) && add_sum(sum, &right, opcode == LLVMSub ? -1 : 1);
}

static bool is_operation(LLVMValueRef value, enum extension extension) {
    if (!LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return keeps(value, extension);
    case LLVMShl:
        return keeps(value, extension) && LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    case LLVMXor:
        return extension != UNSIGNED && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
               LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1)) == -1;
    case LLVMOr:
        return LLVMGetIsDisjoint(value) && extension != SIGNED;
    default:
        return false;
    }
}

static bool is_factor(const struct reading *reading, LLVMValueRef value) {
    for (unsigned i = 0; i < reading->factors->count; i++)
        if (is_same(reading->factors->items[i], value))
            return true;
    return false;
}

// Adds the terms of a value to the sum. Returns false if the sum has no room for them.
static bool read(struct reading *reading, LLVMValueRef value, enum extension extension,
                 struct sum *sum) {
    if (LLVMIsAConstantInt(value))
        return oc_ir_width(value) <= MOST_BITS &&
               add_term(sum,
                        (struct term){.coefficient = extension == UNSIGNED
                                                         ? (int64_t)LLVMConstIntGetZExtValue(value)
                                                         : LLVMConstIntGetSExtValue(value)});
    bool is_whole = extension == NONE && is_factor(reading, value);
    if (!is_whole && extension == NONE && extension_of(value) != NONE)
        return read(reading, LLVMGetOperand(value, 0), extension_of(value), sum);
    if (!is_whole && is_operation(value, extension)) {
        struct sum before = *sum;
        if (read_operation(reading, value, LLVMGetInstructionOpcode(value), extension, sum))
            return true;
        *sum = before;
    }
    return add_term(sum, (struct term){1, 1, {extended(reading->edit, value, extension)}});
}

// ---- Dimensions --------------------------------------------------------------------------------

// Reads the factors of a size. Returns false if there are too many.
static bool read_factors(struct oc_edit *edit, LLVMValueRef value, enum extension extension,
                         struct factors *factors, int64_t *rest) {
    if (LLVMIsAConstantInt(value))
        return !__builtin_mul_overflow(*rest, LLVMConstIntGetSExtValue(value), rest);
    if (extension == NONE && extension_of(value) != NONE)
        return read_factors(edit, LLVMGetOperand(value, 0), extension_of(value), factors, rest);
    if (is_opcode(value, LLVMMul) && keeps(value, extension))
        return read_factors(edit, LLVMGetOperand(value, 0), extension, factors, rest) &&
               read_factors(edit, LLVMGetOperand(value, 1), extension, factors, rest);
    if (is_opcode(value, LLVMShl) && keeps(value, extension) &&
        LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
        LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) < 32) {
        int64_t power = (int64_t)1 << LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
        return !__builtin_mul_overflow(*rest, power, rest) &&
               read_factors(edit, LLVMGetOperand(value, 0), extension, factors, rest);
    }
    if (factors->count == OC_DIMENSIONS)
        return false;
    factors->items[factors->count++] = extended(edit, value, extension);
    return true;
}

// Divides a term by a factor, if it has it.
static bool divide(struct term *term, LLVMValueRef factor) {
    if (LLVMIsAConstantInt(factor)) {
        int64_t value = LLVMConstIntGetSExtValue(factor);
        if (!value || term->coefficient % value)
            return false;
        term->coefficient /= value;
        return true;
    }
    for (unsigned i = 0; i < term->count; i++)
        if (is_same(term->factors[i], factor)) {
            term->factors[i] = term->factors[--term->count];
            return true;
        }
    return false;
}

static bool has_positive(const struct sum *sum) {
    for (unsigned i = 0; i < sum->count; i++)
        if (sum->terms[i].coefficient > 0)
            return true;
    return false;
}

// Where an index is below zero but for what another dimension has too many: i * m + m - 1 is in
// column m - 1 of row i, not in column -1 of row i + 1.
static void borrow(struct sum *outer, struct sum *inner, LLVMValueRef length) {
    if (!inner->count || has_positive(inner) || !has_positive(outer) ||
        inner->count == MOST_TERMS || outer->count == MOST_TERMS)
        return;
    add_term(outer, (struct term){.coefficient = -1});
    if (LLVMIsAConstantInt(length))
        add_term(inner, (struct term){.coefficient = LLVMConstIntGetSExtValue(length)});
    else
        add_term(inner, (struct term){1, 1, {length}});
}

// The indices in each dimension, if the dimensions are in this order, outermost first. Returns how
// many terms are products still: the order of the array leaves none.
static unsigned divide_all(const struct sum *index, const struct factors *order,
                           struct sum indices[OC_DIMENSIONS]) {
    unsigned left = 0;
    for (unsigned d = 0; d < order->count; d++)
        indices[d].count = 0;
    for (unsigned i = 0; i < index->count; i++)
        for (unsigned d = 0; d < order->count; d++) {
            struct term term = index->terms[i];
            bool divides = true;
            for (unsigned inner = d + 1; inner < order->count; inner++)
                divides = divides && divide(&term, order->items[inner]);
            if (!divides)
                continue;
            left += term.count > 1;
            add_term(&indices[d], term);
            break;
        }
    for (unsigned turn = 1; turn < order->count; turn++) // what is borrowed may be lent on
        for (unsigned d = order->count - 1; d > 0; d--)
            borrow(&indices[d - 1], &indices[d], order->items[d]);
    return left;
}

static void exchange(struct factors *factors, unsigned one, unsigned other) {
    LLVMValueRef kept = factors->items[one];
    factors->items[one] = factors->items[other];
    factors->items[other] = kept;
}

// Looks for the order of the dimensions.
static bool find_order(const struct sum *index, struct factors *factors,
                       struct sum indices[OC_DIMENSIONS]) {
    enum { ORDERS = 6 };
    for (unsigned order = 0; order < ORDERS; order++) {
        if (divide_all(index, factors, indices) == 0)
            return true;
        if (factors->count == 3)
            exchange(factors, order % 2, order % 2 + 1);
        else if (factors->count == 2)
            exchange(factors, 0, 1);
    }
    return false;
}

// ---- Conditions --------------------------------------------------------------------------------

static void add_unequal(struct oc_unequal *known, LLVMValueRef comparison) {
    if (known->count == OC_UNEQUAL)
        return;
    known->pairs[known->count][0] = LLVMGetOperand(comparison, 0);
    known->pairs[known->count++][1] = LLVMGetOperand(comparison, 1);
}

// What a condition says of which the outcome is known, if that is `outcome`.
static void read_condition(struct oc_unequal *known, LLVMValueRef condition, bool outcome,
                           unsigned depth) {
    enum { DEEPEST = 6 };
    bool selects = LLVMIsASelectInst(condition) != NULL;
    bool is_or = is_opcode(condition, LLVMOr) ||
                 (selects && LLVMIsAConstantInt(LLVMGetOperand(condition, 1)) &&
                  !LLVMIsNull(LLVMGetOperand(condition, 1)));
    bool is_and =
        is_opcode(condition, LLVMAnd) || (selects && LLVMIsNull(LLVMGetOperand(condition, 2)));
    if (LLVMIsAICmpInst(condition) &&
        LLVMGetICmpPredicate(condition) == (outcome ? LLVMIntNE : LLVMIntEQ))
        add_unequal(known, condition);
    if (depth == DEEPEST || (outcome ? !is_and : !is_or))
        return;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(condition); i++)
        read_condition(known, LLVMGetOperand(condition, i), outcome, depth + 1);
}

struct oc_unequal oc_dimensions_unequal(LLVMBasicBlockRef block) {
    enum { FARTHEST = 32 };
    struct oc_unequal known = {0};
    LLVMBasicBlockRef before;
    for (int i = 0; i < FARTHEST && (before = oc_ir_only_predecessor(block)); i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(before);
        if (LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
            LLVMGetSuccessor(branch, 0) != LLVMGetSuccessor(branch, 1))
            read_condition(&known, LLVMGetCondition(branch), LLVMGetSuccessor(branch, 0) == block,
                           0);
        block = before;
    }
    return known;
}

static LLVMValueRef build_sum(struct oc_edit *edit, const struct sum *sum, bool negative) {
    LLVMValueRef result = NULL;
    for (unsigned i = 0; i < sum->count; i++) {
        const struct term *term = &sum->terms[i];
        if (!term->count || !term->coefficient || (term->coefficient < 0) != negative)
            continue;
        LLVMValueRef value = term->factors[0];
        for (unsigned f = 1; f < term->count; f++)
            value = LLVMBuildMul(edit->builder, value, term->factors[f], "");
        int64_t coefficient = negative ? -term->coefficient : term->coefficient;
        if (coefficient != 1)
            value = LLVMBuildMul(edit->builder, value, constant(edit, coefficient), "");
        result = result ? LLVMBuildAdd(edit->builder, result, value, "") : value;
    }
    return result;
}

static LLVMValueRef is_not_less(struct oc_edit *edit, LLVMValueRef left, LLVMValueRef right,
                                const struct oc_unequal *known) {
    bool unequal = false;
    for (unsigned i = 0; i < known->count; i++)
        for (unsigned k = 0; k < 2; k++)
            unequal = unequal ||
                      (is_same(left, known->pairs[i][k]) && is_same(right, known->pairs[i][1 - k]));
    return LLVMBuildICmp(edit->builder, unequal ? LLVMIntUGT : LLVMIntUGE, left, right, "");
}

// Positive terms + constant - negative terms >= bound, where nothing wraps.
static LLVMValueRef build_exceeded(struct oc_edit *edit, const struct sum *index,
                                   LLVMValueRef bound, const struct oc_unequal *known) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef above = build_sum(edit, index, false), below = build_sum(edit, index, true);
    int64_t added = 0;
    for (unsigned i = 0; i < index->count; i++)
        if (!index->terms[i].count)
            added = index->terms[i].coefficient;
    if (!above) {
        above = constant(edit, added < 0 ? 0 : added);
        added = added < 0 ? added : 0;
    }
    LLVMValueRef raised =
        added < 0 ? LLVMBuildAdd(builder, above, constant(edit, added), "") : above;
    LLVMValueRef result;
    if (added > 0) {
        LLVMValueRef lowered = LLVMBuildAdd(builder, bound, constant(edit, -added), "");
        result = LLVMBuildOr(builder,
                             LLVMBuildICmp(builder, LLVMIntULT, bound, constant(edit, added), ""),
                             is_not_less(edit, above, lowered, known), "");
    } else {
        result = is_not_less(edit, raised, bound, known);
    }
    if (below)
        result =
            LLVMBuildOr(builder, result, LLVMBuildICmp(builder, LLVMIntUGT, below, raised, ""), "");
    return result;
}

// For each dimension; it is true where the index is not of the form for that.
static LLVMValueRef any_exceeded(struct reading *reading, const struct sum *index,
                                 const struct oc_unequal *known) {
    struct factors order = *reading->factors;
    struct sum indices[OC_DIMENSIONS];
    LLVMValueRef result = NULL;
    if (!find_order(index, &order, indices))
        return LLVMConstInt(reading->edit->i1, 1, false);
    for (unsigned d = 0; d < order.count; d++) {
        LLVMValueRef one = build_exceeded(reading->edit, &indices[d], order.items[d], known);
        result = result ? LLVMBuildOr(reading->edit->builder, result, one, "") : one;
    }
    return result;
}

// ---- Selects -----------------------------------------------------------------------------------

// A factor that is a select between two numbers; NULL: there is none.
static LLVMValueRef find_select(const struct sum *index) {
    for (unsigned i = 0; i < index->count; i++)
        for (unsigned f = 0; f < index->terms[i].count; f++)
            if (LLVMIsASelectInst(index->terms[i].factors[f]))
                return index->terms[i].factors[f];
    return NULL;
}

// Replaces each select by this condition with the value of one side. Returns false if the sum has
// no room for the result.
static bool choose(struct reading *reading, const struct sum *index, LLVMValueRef condition,
                   bool is_true, struct sum *out) {
    for (unsigned i = 0; i < index->count; i++) {
        const struct term *term = &index->terms[i];
        struct sum product = {1, {{.coefficient = term->coefficient}}};
        for (unsigned f = 0; f < term->count; f++) {
            LLVMValueRef factor = term->factors[f];
            struct sum value = {0}, next = {0};
            bool chosen = LLVMIsASelectInst(factor) && LLVMGetOperand(factor, 0) == condition;
            if (chosen && !read(reading, LLVMGetOperand(factor, is_true ? 1 : 2), NONE, &value))
                return false;
            if (!chosen)
                add_term(&value, (struct term){1, 1, {factor}});
            if (!add_product(&next, &product, &value))
                return false;
            product = next;
        }
        if (!add_sum(out, &product, 1))
            return false;
    }
    return true;
}

static LLVMValueRef exceeded(struct reading *reading, LLVMValueRef at, const struct sum *index,
                             const struct oc_unequal *known, unsigned depth);

// For one side of a select, in a block of its own.
static LLVMValueRef on_side(struct reading *reading, LLVMBasicBlockRef block,
                            LLVMBasicBlockRef after, const struct sum *index, LLVMValueRef select,
                            bool is_true, const struct oc_unequal *known, unsigned depth) {
    struct oc_edit *edit = reading->edit;
    LLVMValueRef condition = LLVMGetOperand(select, 0);
    struct oc_unequal here = *known;
    struct sum side = {0};
    oc_edit_at_end(edit, block, select);
    LLVMValueRef end = LLVMBuildBr(edit->builder, after);
    oc_edit_before(edit, end);
    read_condition(&here, condition, is_true, 0);
    return choose(reading, index, condition, is_true, &side)
               ? exceeded(reading, end, &side, &here, depth + 1)
               : LLVMConstInt(edit->i1, 1, false);
}

// Builds the condition before an instruction, which stays in its block.
static LLVMValueRef exceeded(struct reading *reading, LLVMValueRef at, const struct sum *index,
                             const struct oc_unequal *known, unsigned depth) {
    enum { DEEPEST = 4 };
    struct oc_edit *edit = reading->edit;
    LLVMValueRef select = depth < DEEPEST ? find_select(index) : NULL;
    if (!select)
        return any_exceeded(reading, index, known);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
    oc_edit_split_before(edit, at);
    LLVMBasicBlockRef after = LLVMGetInstructionParent(at);
    LLVMBasicBlockRef sides[] = {oc_edit_append_block(edit, function),
                                 oc_edit_append_block(edit, function)};
    LLVMBuildCondBr(edit->builder, LLVMGetOperand(select, 0), sides[0], sides[1]);
    LLVMValueRef results[2];
    for (int i = 0; i < 2; i++)
        results[i] = on_side(reading, sides[i], after, index, select, i == 0, known, depth);
    oc_edit_before(edit, at);
    LLVMValueRef joined = LLVMBuildPhi(edit->builder, edit->i1, "");
    LLVMAddIncoming(joined, results, sides, 2);
    return joined;
}

// ---- Both --------------------------------------------------------------------------------------

// The factors of a size, with the constant one among them.
static struct factors factors_of(struct oc_edit *edit, LLVMValueRef count) {
    struct factors factors = {0};
    int64_t rest = 1;
    if (!read_factors(edit, count, NONE, &factors, &rest) || rest <= 0 ||
        (rest != 1 && factors.count == OC_DIMENSIONS))
        return (struct factors){1, {count}};
    if (rest != 1 || !factors.count)
        factors.items[factors.count++] = constant(edit, rest);
    return factors;
}

LLVMValueRef oc_dimensions_exceeded(struct oc_edit *edit, LLVMValueRef at, LLVMValueRef index,
                                    LLVMValueRef count, const struct oc_unequal *known) {
    struct sum sum = {0};
    oc_edit_before(edit, at);
    struct factors factors = factors_of(edit, count);
    struct reading reading = {edit, &factors};
    return read(&reading, index, NONE, &sum) ? exceeded(&reading, at, &sum, known, 0) : NULL;
}

// The dimension of the index of a thread in its block, if a value is that; else -1.
static int dimension_of_thread(LLVMValueRef value) {
    enum { AXES = 3 };
    if (extension_of(value) != NONE)
        value = LLVMGetOperand(value, 0);
    if (strcmp(oc_ir_callee_name(value), OC_NAME_THREAD_ID) != 0)
        return -1;
    LLVMValueRef axis = LLVMGetOperand(value, 0);
    return LLVMIsAConstantInt(axis) && LLVMConstIntGetZExtValue(axis) < AXES
               ? (int)LLVMConstIntGetZExtValue(axis)
               : -1;
}

static LLVMValueRef build_block_size(struct oc_edit *edit, int axis) {
    LLVMValueRef function = LLVMGetNamedFunction(edit->ir->module, OC_NAME_BLOCK_SIZE);
    LLVMTypeRef type = LLVMFunctionType(edit->i32, &edit->i32, 1, false);
    if (!function)
        function = LLVMAddFunction(edit->ir->module, OC_NAME_BLOCK_SIZE, type);
    LLVMValueRef argument = LLVMConstInt(edit->i32, (unsigned)axis, false);
    LLVMValueRef size = LLVMBuildCall2(edit->builder, type, function, &argument, 1, "");
    return LLVMBuildZExt(edit->builder, size, edit->i64, "");
}

// What the index is for the first or last thread of a row. Other terms are what they are for this
// thread. Returns whether it is another sum. Where the thread's index counts with a small factor,
// nothing wraps between the two ends: an array has less than 2^63 elements.
static bool find_end(struct oc_edit *edit, const struct sum *index, bool last, struct sum *out) {
    enum { MOST_STEPS = 1 << 20 };
    bool differs = false;
    *out = (struct sum){0};
    for (unsigned i = 0; i < index->count; i++) {
        const struct term *term = &index->terms[i];
        int axis = term->count == 1 && term->coefficient > 0 && term->coefficient <= MOST_STEPS
                       ? dimension_of_thread(term->factors[0])
                       : -1;
        differs = differs || axis >= 0;
        bool fits = axis < 0 ? add_term(out, *term) : true;
        if (axis >= 0 && last)
            fits = add_term(out,
                            (struct term){term->coefficient, 1, {build_block_size(edit, axis)}}) &&
                   add_term(out, (struct term){.coefficient = -term->coefficient});
        if (!fits)
            return false;
    }
    return differs;
}

struct oc_dimensions oc_dimensions_each(struct oc_edit *edit, LLVMValueRef at, LLVMValueRef index,
                                        LLVMValueRef count, bool of_block) {
    struct oc_dimensions result = {0};
    struct oc_unequal nothing = {0};
    struct sum sum = {0}, indices[OC_DIMENSIONS];
    oc_edit_before(edit, at);
    struct factors factors = factors_of(edit, count);
    struct reading reading = {edit, &factors};
    if (!read(&reading, index, NONE, &sum) || find_select(&sum) ||
        !find_order(&sum, &factors, indices))
        return result;
    for (unsigned d = 0; d < factors.count; d++) {
        struct sum first, last;
        if (of_block && find_end(edit, &indices[d], false, &first) &&
            find_end(edit, &indices[d], true, &last)) {
            result.is_of_block = true;
            result.exceeded[d] =
                LLVMBuildOr(edit->builder, build_exceeded(edit, &first, factors.items[d], &nothing),
                            build_exceeded(edit, &last, factors.items[d], &nothing), "");
        } else {
            result.exceeded[d] = build_exceeded(edit, &indices[d], factors.items[d], &nothing);
        }
    }
    result.count = factors.count;
    return result;
}
