#include "ir/dimensions.h"

#include "base/names.h"
#include "ir/ids.h"
#include "ir/sums.h"

#include <string.h>

// ---- Dimensions --------------------------------------------------------------------------------

// Reads the factors of a size. Returns false if there are too many.
static bool read_factors(struct oc_edit *edit, LLVMValueRef value, enum oc_extension extension,
                         struct oc_factors *factors, int64_t *rest) {
    if (LLVMIsAConstantInt(value))
        return !__builtin_mul_overflow(*rest, LLVMConstIntGetSExtValue(value), rest);
    if (extension == OC_NONE_EXTENSION && oc_sums_extension(value) != OC_NONE_EXTENSION)
        return read_factors(edit, LLVMGetOperand(value, 0), oc_sums_extension(value), factors,
                            rest);
    if (oc_sums_is_opcode(value, LLVMMul) && oc_sums_keeps(value, extension))
        return read_factors(edit, LLVMGetOperand(value, 0), extension, factors, rest) &&
               read_factors(edit, LLVMGetOperand(value, 1), extension, factors, rest);
    if (oc_sums_is_opcode(value, LLVMShl) && oc_sums_keeps(value, extension) &&
        LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
        LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) < 32) {
        int64_t power = (int64_t)1 << LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
        return !__builtin_mul_overflow(*rest, power, rest) &&
               read_factors(edit, LLVMGetOperand(value, 0), extension, factors, rest);
    }
    if (factors->count == OC_DIMENSIONS)
        return false;
    factors->items[factors->count++] = oc_sums_extended(edit, value, extension);
    return true;
}

// Divides a term by a factor, if it has it.
static bool divide(struct oc_term *term, LLVMValueRef factor) {
    if (LLVMIsAConstantInt(factor)) {
        int64_t value = LLVMConstIntGetSExtValue(factor);
        if (!value || term->coefficient % value)
            return false;
        term->coefficient /= value;
        return true;
    }
    for (unsigned i = 0; i < term->count; i++)
        if (oc_sums_is_same(term->factors[i], factor)) {
            term->factors[i] = term->factors[--term->count];
            return true;
        }
    return false;
}

static bool has_positive(const struct oc_sum *sum) {
    for (unsigned i = 0; i < sum->count; i++)
        if (sum->terms[i].coefficient > 0)
            return true;
    return false;
}

// Where an index is below zero but for what another dimension has too many: i * m + m - 1 is in
// column m - 1 of row i, not in column -1 of row i + 1.
static void borrow(struct oc_sum *outer, struct oc_sum *inner, LLVMValueRef length) {
    if (!inner->count || has_positive(inner) || !has_positive(outer) ||
        inner->count == OC_MOST_TERMS || outer->count == OC_MOST_TERMS)
        return;
    oc_sums_add_term(outer, (struct oc_term){.coefficient = -1});
    if (LLVMIsAConstantInt(length))
        oc_sums_add_term(inner, (struct oc_term){.coefficient = LLVMConstIntGetSExtValue(length)});
    else
        oc_sums_add_term(inner, (struct oc_term){1, 1, {length}});
}

// The indices in each dimension, if the dimensions are in this order, outermost first. Returns how
// many terms are products still: the order of the array leaves none.
static unsigned divide_all(const struct oc_sum *index, const struct oc_factors *order,
                           struct oc_sum indices[OC_DIMENSIONS]) {
    unsigned left = 0;
    for (unsigned d = 0; d < order->count; d++)
        indices[d].count = 0;
    for (unsigned i = 0; i < index->count; i++)
        for (unsigned d = 0; d < order->count; d++) {
            struct oc_term term = index->terms[i];
            bool divides = true;
            for (unsigned inner = d + 1; inner < order->count; inner++)
                divides = divides && divide(&term, order->items[inner]);
            if (!divides)
                continue;
            left += term.count > 1;
            oc_sums_add_term(&indices[d], term);
            break;
        }
    for (unsigned turn = 1; turn < order->count; turn++) // what is borrowed may be lent on
        for (unsigned d = order->count - 1; d > 0; d--)
            borrow(&indices[d - 1], &indices[d], order->items[d]);
    return left;
}

static void exchange(struct oc_factors *factors, unsigned one, unsigned other) {
    LLVMValueRef kept = factors->items[one];
    factors->items[one] = factors->items[other];
    factors->items[other] = kept;
}

// Looks for the order of the dimensions.
static bool find_order(const struct oc_sum *index, struct oc_factors *factors,
                       struct oc_sum indices[OC_DIMENSIONS]) {
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
    bool is_or = oc_sums_is_opcode(condition, LLVMOr) ||
                 (selects && LLVMIsAConstantInt(LLVMGetOperand(condition, 1)) &&
                  !LLVMIsNull(LLVMGetOperand(condition, 1)));
    bool is_and = oc_sums_is_opcode(condition, LLVMAnd) ||
                  (selects && LLVMIsNull(LLVMGetOperand(condition, 2)));
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

static LLVMValueRef build_sum(struct oc_edit *edit, const struct oc_sum *sum, bool negative) {
    LLVMValueRef result = NULL;
    for (unsigned i = 0; i < sum->count; i++) {
        const struct oc_term *term = &sum->terms[i];
        if (!term->count || !term->coefficient || (term->coefficient < 0) != negative)
            continue;
        LLVMValueRef value = term->factors[0];
        for (unsigned f = 1; f < term->count; f++)
            value = LLVMBuildMul(edit->builder, value, term->factors[f], "");
        int64_t coefficient = negative ? -term->coefficient : term->coefficient;
        if (coefficient != 1)
            value = LLVMBuildMul(edit->builder, value, oc_sums_constant(edit, coefficient), "");
        result = result ? LLVMBuildAdd(edit->builder, result, value, "") : value;
    }
    return result;
}

static LLVMValueRef extend_as(LLVMBuilderRef builder, LLVMValueRef extension, LLVMValueRef value) {
    return extension ? LLVMBuildCast(builder, LLVMGetInstructionOpcode(extension), value,
                                     LLVMTypeOf(extension), "")
                     : value;
}

static LLVMValueRef extension_or_null(LLVMValueRef value) {
    return oc_sums_is_opcode(value, LLVMSExt) || oc_sums_is_opcode(value, LLVMZExt) ? value : NULL;
}

// Whether a value is there in the whole function.
static bool is_everywhere(LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return true;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    return block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

// Whether one of the values that come together is computed from the result, as that of a loop, or
// by the last instruction on its way.
static bool counts_itself(LLVMValueRef phi) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (LLVMIsATerminatorInst(value))
            return true;
        for (int o = 0; LLVMIsAInstruction(value) && o < LLVMGetNumOperands(value); o++)
            if (LLVMGetOperand(value, (unsigned)o) == phi)
                return true;
    }
    return false;
}

// left >= right, for both sides of a select.
static LLVMValueRef compare_sides(LLVMBuilderRef builder, LLVMValueRef extension, LLVMValueRef left,
                                  LLVMValueRef right, int depth) {
    if (!depth || !LLVMIsASelectInst(left))
        return LLVMBuildICmp(builder, LLVMIntUGE, extend_as(builder, extension, left), right, "");
    LLVMValueRef yes = compare_sides(builder, extension, LLVMGetOperand(left, 1), right, depth - 1);
    LLVMValueRef no = compare_sides(builder, extension, LLVMGetOperand(left, 2), right, depth - 1);
    LLVMValueRef condition = LLVMGetOperand(left, 0);
    return LLVMBuildOr(builder, LLVMBuildAnd(builder, condition, yes, ""),
                       LLVMBuildAnd(builder, LLVMBuildNot(builder, condition, ""), no, ""), "");
}

// Where values come together, each is compared on its way, where more is known of it. NULL: left is
// no such value.
static LLVMValueRef is_not_less_on_any_way(struct oc_edit *edit, LLVMValueRef left,
                                           LLVMValueRef right) {
    enum { DEEPEST = 3 };
    LLVMValueRef extension = extension_or_null(left), bound = extension_or_null(right);
    LLVMValueRef phi = extension ? LLVMGetOperand(left, 0) : left,
                 limit = bound ? LLVMGetOperand(bound, 0) : right;
    if (!LLVMIsAPHINode(phi) || counts_itself(phi) || !is_everywhere(limit))
        return NULL;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(edit->ir->context);
    LLVMPositionBuilderBefore(builder, phi);
    LLVMValueRef result = LLVMBuildPhi(builder, edit->i1, "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef one = NULL;
        for (unsigned k = 0; k < i && !one; k++) // a switch comes from one block several times
            one = LLVMGetIncomingBlock(phi, k) == block ? LLVMGetIncomingValue(result, k) : NULL;
        LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block));
        if (!one)
            one = compare_sides(builder, extension, LLVMGetIncomingValue(phi, i),
                                extend_as(builder, bound, limit), DEEPEST);
        LLVMAddIncoming(result, &one, &block, 1);
    }
    LLVMDisposeBuilder(builder);
    return result;
}

static LLVMValueRef is_not_less(struct oc_edit *edit, LLVMValueRef left, LLVMValueRef right,
                                const struct oc_unequal *known) {
    bool unequal = false;
    for (unsigned i = 0; i < known->count; i++)
        for (unsigned k = 0; k < 2; k++)
            unequal = unequal || (oc_sums_is_same(left, known->pairs[i][k]) &&
                                  oc_sums_is_same(right, known->pairs[i][1 - k]));
    LLVMValueRef on_any_way = unequal ? NULL : is_not_less_on_any_way(edit, left, right);
    return on_any_way
               ? on_any_way
               : LLVMBuildICmp(edit->builder, unequal ? LLVMIntUGT : LLVMIntUGE, left, right, "");
}

// Positive terms + constant - negative terms >= bound, where nothing wraps.
static LLVMValueRef build_exceeded(struct oc_edit *edit, const struct oc_sum *index,
                                   LLVMValueRef bound, const struct oc_unequal *known) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef above = build_sum(edit, index, false), below = build_sum(edit, index, true);
    int64_t added = 0;
    for (unsigned i = 0; i < index->count; i++)
        if (!index->terms[i].count)
            added = index->terms[i].coefficient;
    if (!above) {
        above = oc_sums_constant(edit, added < 0 ? 0 : added);
        added = added < 0 ? added : 0;
    }
    LLVMValueRef raised =
        added < 0 ? LLVMBuildAdd(builder, above, oc_sums_constant(edit, added), "") : above;
    LLVMValueRef result;
    if (added > 0) {
        LLVMValueRef lowered = LLVMBuildAdd(builder, bound, oc_sums_constant(edit, -added), "");
        result = LLVMBuildOr(
            builder, LLVMBuildICmp(builder, LLVMIntULT, bound, oc_sums_constant(edit, added), ""),
            is_not_less(edit, above, lowered, known), "");
    } else {
        result = is_not_less(edit, raised, bound, known);
    }
    if (below)
        result =
            LLVMBuildOr(builder, result, LLVMBuildICmp(builder, LLVMIntUGT, below, raised, ""), "");
    return result;
}

// The same, or that a value whose sign matters is negative.
static LLVMValueRef or_negative(const struct oc_reading *reading, LLVMValueRef condition) {
    LLVMBuilderRef builder = reading->edit->builder;
    for (unsigned i = 0; i < reading->count; i++) {
        LLVMValueRef value = reading->signs[i];
        LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(value));
        condition = LLVMBuildOr(builder, condition,
                                LLVMBuildICmp(builder, LLVMIntSLT, value, zero, ""), "");
    }
    return condition;
}

// For each dimension; it is true where the index is not of the form for that.
static LLVMValueRef any_exceeded(struct oc_reading *reading, const struct oc_sum *index,
                                 const struct oc_unequal *known) {
    struct oc_factors order = *reading->factors;
    struct oc_sum indices[OC_DIMENSIONS];
    LLVMValueRef result = NULL;
    if (!find_order(index, &order, indices))
        return LLVMConstInt(reading->edit->i1, 1, false);
    for (unsigned d = 0; d < order.count; d++) {
        LLVMValueRef one = build_exceeded(reading->edit, &indices[d], order.items[d], known);
        result = result ? LLVMBuildOr(reading->edit->builder, result, one, "") : one;
    }
    return or_negative(reading, result);
}

// ---- Selects -----------------------------------------------------------------------------------

// A factor that is a select between two numbers; NULL: there is none.
static LLVMValueRef find_select(const struct oc_sum *index) {
    for (unsigned i = 0; i < index->count; i++)
        for (unsigned f = 0; f < index->terms[i].count; f++)
            if (LLVMIsASelectInst(index->terms[i].factors[f]))
                return index->terms[i].factors[f];
    return NULL;
}

// Replaces each select by this condition with the value of one side. Returns false if the sum has
// no room for the result.
static bool choose(struct oc_reading *reading, const struct oc_sum *index, LLVMValueRef condition,
                   bool is_true, struct oc_sum *out) {
    for (unsigned i = 0; i < index->count; i++) {
        const struct oc_term *term = &index->terms[i];
        struct oc_sum product = {1, {{.coefficient = term->coefficient}}};
        for (unsigned f = 0; f < term->count; f++) {
            LLVMValueRef factor = term->factors[f];
            struct oc_sum value = {0}, next = {0};
            bool chosen = LLVMIsASelectInst(factor) && LLVMGetOperand(factor, 0) == condition;
            if (chosen && !oc_sums_read(reading, LLVMGetOperand(factor, is_true ? 1 : 2),
                                        OC_NONE_EXTENSION, &value))
                return false;
            if (!chosen)
                oc_sums_add_term(&value, (struct oc_term){1, 1, {factor}});
            if (!oc_sums_add_product(&next, &product, &value))
                return false;
            product = next;
        }
        if (!oc_sums_add(out, &product, 1))
            return false;
    }
    return true;
}

static LLVMValueRef exceeded(struct oc_reading *reading, LLVMValueRef at,
                             const struct oc_sum *index, const struct oc_unequal *known,
                             unsigned depth);

// For one side of a select, in a block of its own.
static LLVMValueRef on_side(struct oc_reading *reading, LLVMBasicBlockRef block,
                            LLVMBasicBlockRef after, const struct oc_sum *index,
                            LLVMValueRef select, bool is_true, const struct oc_unequal *known,
                            unsigned depth) {
    struct oc_edit *edit = reading->edit;
    LLVMValueRef condition = LLVMGetOperand(select, 0);
    struct oc_unequal here = *known;
    struct oc_sum side = {0};
    oc_edit_at_end(edit, block, select);
    LLVMValueRef end = LLVMBuildBr(edit->builder, after);
    oc_edit_before(edit, end);
    read_condition(&here, condition, is_true, 0);
    return choose(reading, index, condition, is_true, &side)
               ? exceeded(reading, end, &side, &here, depth + 1)
               : LLVMConstInt(edit->i1, 1, false);
}

// Builds the condition before an instruction, which stays in its block.
static LLVMValueRef exceeded(struct oc_reading *reading, LLVMValueRef at,
                             const struct oc_sum *index, const struct oc_unequal *known,
                             unsigned depth) {
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
static struct oc_factors factors_of(struct oc_edit *edit, LLVMValueRef count) {
    struct oc_factors factors = {0};
    int64_t rest = 1;
    if (!read_factors(edit, count, OC_NONE_EXTENSION, &factors, &rest) || rest <= 0 ||
        (rest != 1 && factors.count == OC_DIMENSIONS))
        return (struct oc_factors){1, {count}};
    if (rest != 1 || !factors.count)
        factors.items[factors.count++] = oc_sums_constant(edit, rest);
    return factors;
}

LLVMValueRef oc_dimensions_exceeded(struct oc_edit *edit, LLVMValueRef at, LLVMValueRef index,
                                    LLVMValueRef count, const struct oc_unequal *known) {
    struct oc_sum sum = {0};
    oc_edit_before(edit, at);
    struct oc_factors factors = factors_of(edit, count);
    struct oc_reading reading = {.edit = edit, .factors = &factors};
    return oc_sums_read(&reading, index, OC_NONE_EXTENSION, &sum)
               ? exceeded(&reading, at, &sum, known, 0)
               : NULL;
}

// The values of an index, from the least one on.
struct values {
    LLVMValueRef least; // NULL: 0
    LLVMValueRef count; // NULL: a value is not such an index
    bool in_grid;       // it depends on the block
};

static LLVMValueRef build_size(struct oc_edit *edit, const char *name, LLVMValueRef axis) {
    LLVMValueRef size = oc_ids_call(edit->ir, edit->builder, name, axis);
    return LLVMBuildZExt(edit->builder, size, edit->i64, "");
}

// Whether blocks are run one by one, so that it costs nothing to ask which one it is.
static bool has_barriers(const struct oc_edit *edit) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInsertBlock(edit->builder));
    return oc_ir_find_call(function, OC_NAME_BARRIER) != NULL;
}

// Those of a thread's index in its block or in the grid, and for all of a launch, of a block's.
static struct values values_of(struct oc_edit *edit, LLVMValueRef value, enum oc_scope scope) {
    struct values none = {0}, values = none;
    bool of_launch = scope >= OC_OF_LAUNCH;
    if (oc_sums_extension(value) != OC_NONE_EXTENSION)
        value = LLVMGetOperand(value, 0);
    if (of_launch && LLVMIsATruncInst(value))
        value = LLVMGetOperand(value, 0);
    const char *name = oc_ir_callee_name(value);
    LLVMValueRef axis = *name ? LLVMGetOperand(value, 0) : NULL;
    if (!axis || !LLVMIsAConstantInt(axis))
        return none;
    bool of_grid = strcmp(name, OC_NAME_GLOBAL_ID) == 0;
    if (strcmp(name, OC_NAME_THREAD_ID) == 0)
        values.count = build_size(edit, OC_NAME_BLOCK_SIZE, axis);
    else if (of_launch && strcmp(name, OC_NAME_BLOCK_ID) == 0)
        values.count = build_size(edit, OC_NAME_BLOCK_COUNT, axis);
    else if (of_grid && scope == OC_OF_WHOLE_LAUNCH)
        values.count = LLVMBuildMul(edit->builder, build_size(edit, OC_NAME_BLOCK_COUNT, axis),
                                    build_size(edit, OC_NAME_BLOCK_SIZE, axis), "");
    values.in_grid = values.count && strcmp(name, OC_NAME_THREAD_ID) != 0;
    if (!of_grid || scope != OC_OF_BLOCK || !has_barriers(edit))
        return values;
    values.count = build_size(edit, OC_NAME_BLOCK_SIZE, axis);
    values.least =
        LLVMBuildMul(edit->builder, build_size(edit, OC_NAME_BLOCK_ID, axis), values.count, "");
    return values;
}

// What the least or greatest value of an index is computed from: the thread's own value; the size
// of a block; or the number of blocks.
enum ends { ENDS_SAME, ENDS_OF_BLOCK, ENDS_OF_GRID };

// What the index is at least or at most, for the first or last thread. Other terms are what they
// are for this thread. Where an index counts with a small factor, nothing wraps between the two
// ends: an array has less than 2^63 elements.
static enum ends find_end(struct oc_edit *edit, const struct oc_sum *index, enum oc_scope scope,
                          bool last, struct oc_sum *out) {
    enum { MOST_STEPS = 1 << 20 };
    enum ends ends = ENDS_SAME;
    *out = (struct oc_sum){0};
    for (unsigned i = 0; i < index->count; i++) {
        const struct oc_term *term = &index->terms[i];
        int64_t steps = term->coefficient;
        bool counts = term->count == 1 && steps <= MOST_STEPS &&
                      steps >= (scope >= OC_OF_LAUNCH ? -MOST_STEPS : 1);
        struct values values = {0};
        if (counts)
            values = values_of(edit, term->factors[0], scope);
        if (values.count && ends != ENDS_OF_GRID)
            ends = values.in_grid ? ENDS_OF_GRID : ENDS_OF_BLOCK;
        bool fits = values.count ? true : oc_sums_add_term(out, *term);
        if (values.least)
            fits = oc_sums_add_term(out, (struct oc_term){steps, 1, {values.least}});
        if (values.count && last == (steps > 0))
            fits = fits && oc_sums_add_term(out, (struct oc_term){steps, 1, {values.count}}) &&
                   oc_sums_add_term(out, (struct oc_term){.coefficient = -steps});
        if (!fits)
            return ENDS_SAME;
    }
    return ends;
}

struct oc_dimensions oc_dimensions_each(struct oc_edit *edit, LLVMValueRef at, LLVMValueRef index,
                                        LLVMValueRef count, enum oc_scope scope) {
    struct oc_dimensions result = {0};
    struct oc_unequal nothing = {0};
    struct oc_sum sum = {0}, indices[OC_DIMENSIONS];
    oc_edit_before(edit, at);
    struct oc_factors factors = factors_of(edit, count);
    struct oc_reading reading = {.edit = edit, .factors = &factors, .splits = scope == OC_OF_BLOCK};
    if (!oc_sums_read(&reading, index, OC_NONE_EXTENSION, &sum) || find_select(&sum) ||
        !find_order(&sum, &factors, indices))
        return result;
    for (unsigned d = 0; d < factors.count; d++) {
        struct oc_sum first, last;
        enum ends ends =
            scope == OC_OF_THREAD ? ENDS_SAME : find_end(edit, &indices[d], scope, false, &first);
        if (ends != ENDS_SAME && find_end(edit, &indices[d], scope, true, &last)) {
            result.is_of_block = true;
            result.is_of_grid = result.is_of_grid || ends == ENDS_OF_GRID;
            result.exceeded[d] =
                LLVMBuildOr(edit->builder, build_exceeded(edit, &first, factors.items[d], &nothing),
                            build_exceeded(edit, &last, factors.items[d], &nothing), "");
        } else {
            result.exceeded[d] = build_exceeded(edit, &indices[d], factors.items[d], &nothing);
        }
        result.exceeded[d] = or_negative(&reading, result.exceeded[d]);
    }
    result.count = factors.count;
    return result;
}
