#include "cpu/tiles/conditions.h"

static struct oc_known operand(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                               unsigned i) {
    return oc_evaluate_value(evaluation, LLVMGetOperand(instruction, i));
}

// ---- Needs -------------------------------------------------------------------------------------

enum { NEEDS_OF_ONE = 4 }; // for an instruction: two for the range of each operand

// An unknown of a term with a negative coefficient: `rows`, in `(y - 3) * rows + x`. Returns false
// if there is no such term. Returns false also where a large number is added, as in the range of a
// type: no fact says that this is enough.
static bool negative_factor(const struct oc_poly *poly, unsigned *factor) {
    enum { LARGE = 1 << 30 };
    bool found = false;
    for (unsigned i = 0; i < poly->count; i++) {
        const struct oc_term *term = &poly->terms[i];
        if (!term->factor_count && term->coefficient >= LARGE)
            return false;
        if (!found && term->coefficient < 0 && term->factor_count)
            *factor = term->factors[term->factor_count - 1U];
        found = found || (term->coefficient < 0 && term->factor_count);
    }
    return found;
}

// Whether a condition is at least the sum of a fact and of at most `times` products of facts and
// unknowns.
static bool follows(const struct oc_facts *facts, const struct oc_poly *condition, unsigned times) {
    unsigned factor;
    if (oc_poly_is_plainly_positive(condition))
        return true;
    for (const struct oc_facts *at = facts; at; at = at->outer)
        for (size_t i = 0; i < at->known.count; i++)
            if (oc_poly_is_plainly_at_least(condition, &at->known.conditions[i].poly))
                return true;
    if (!facts || !times || !negative_factor(condition, &factor))
        return false;
    for (const struct oc_facts *at = facts; at; at = at->outer)
        for (size_t i = 0; i < at->known.count; i++) {
            struct oc_poly product =
                oc_poly_multiply(at->known.conditions[i].poly, oc_poly_unknown(factor));
            struct oc_poly rest = oc_poly_subtract(*condition, product);
            if (!rest.invalid && follows(facts, &rest, times - 1))
                return true;
        }
    return false;
}

bool oc_conditions_follows(const struct oc_facts *facts, const struct oc_poly *condition) {
    enum { TIMES = 1 };
    return follows(facts, condition, TIMES);
}

// Needs a polynomial not to be negative. An instruction has several needs; `which` is the number of
// this one.
static void need(struct oc_evaluation *evaluation, LLVMValueRef instruction, unsigned which,
                 struct oc_poly poly) {
    oc_atoms_count(evaluation->atoms, &poly);
    if (oc_conditions_follows(evaluation->facts, &poly))
        return;
    size_t first;
    if (!oc_map_get(&evaluation->needed, instruction, &first)) {
        first = evaluation->need_count;
        oc_map_set(&evaluation->needed, instruction, first);
        for (unsigned i = 0; i < NEEDS_OF_ONE + 1; i++) {
            evaluation->needs =
                oc_arena_grow(evaluation->ir->arena, evaluation->needs, evaluation->need_count,
                              &evaluation->need_capacity, sizeof *evaluation->needs);
            evaluation->needs[evaluation->need_count++] = (struct oc_poly){.invalid = true};
        }
    }
    struct oc_poly *joined = &evaluation->needs[first + which];
    *joined = joined->invalid ? poly : oc_poly_bound(*joined, poly, false);
    int64_t number;
    evaluation->failed |= joined->invalid || (oc_poly_is_number(joined, &number) && number < 0);
}

void oc_conditions_need_range(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                              unsigned number, const struct oc_known *known, unsigned width,
                              bool is_signed) {
    if (known->kind != OC_POLYNOMIAL)
        return;
    unsigned bits = width == 64 ? 62 : width - is_signed;
    struct oc_poly bound = oc_poly_number((int64_t)((1ull << bits) - 1));
    need(evaluation, instruction, 2 * number, oc_poly_subtract(bound, *known->poly));
    need(evaluation, instruction, 2 * number + 1,
         is_signed ? oc_poly_add(*known->poly, bound) : *known->poly);
}

// ---- Comparisons and choices -------------------------------------------------------------------

static bool is_unsigned(LLVMIntPredicate predicate) {
    return predicate == LLVMIntUGT || predicate == LLVMIntUGE || predicate == LLVMIntULT ||
           predicate == LLVMIntULE;
}

// A polynomial that is not negative if, and only if, a comparison holds. For == and !=, the
// difference.
static struct oc_poly excess(LLVMIntPredicate predicate, struct oc_poly left,
                             struct oc_poly right) {
    struct oc_poly one = oc_poly_number(1);
    switch (predicate) {
    case LLVMIntUGT:
    case LLVMIntSGT:
        return oc_poly_subtract(oc_poly_subtract(left, right), one);
    case LLVMIntULT:
    case LLVMIntSLT:
        return oc_poly_subtract(oc_poly_subtract(right, left), one);
    case LLVMIntULE:
    case LLVMIntSLE:
        return oc_poly_subtract(right, left);
    default:
        return oc_poly_subtract(left, right);
    }
}

// A polynomial that is not negative if, and only if, `poly` is negative.
static struct oc_poly opposite(struct oc_poly poly) {
    return oc_poly_subtract(oc_poly_subtract(oc_poly_number(0), poly), oc_poly_number(1));
}

static bool is_positive(struct oc_poly poly) {
    return oc_poly_is_plainly_positive(&poly);
}

static struct oc_known bit(bool value) {
    return (struct oc_known){.kind = OC_NUMBER, .number = value ? -1 : 0};
}

// Reads a comparison's operands, as integers. Returns false if they are not known.
static bool read_comparison(struct oc_evaluation *evaluation, LLVMValueRef compare,
                            struct oc_poly *left, struct oc_poly *right) {
    unsigned width = oc_known_width(LLVMGetOperand(compare, 0));
    bool no_sign = is_unsigned(LLVMGetICmpPredicate(compare));
    struct oc_known sides[2];
    for (unsigned i = 0; i < 2; i++) {
        sides[i] = operand(evaluation, compare, i);
        if (!oc_known_is_integer(&sides[i]) || !width || width > 64)
            return false;
        if (sides[i].kind == OC_NUMBER && no_sign) {
            if (width == 64 && sides[i].number < 0)
                return false;
            sides[i].number = (int64_t)oc_known_unsigned(sides[i].number, width);
        }
    }
    for (unsigned i = 0; i < 2; i++)
        oc_conditions_need_range(evaluation, compare, i, &sides[i], width, !no_sign);
    *left = oc_known_poly(&sides[0]);
    *right = oc_known_poly(&sides[1]);
    oc_atoms_count(evaluation->atoms, left);
    oc_atoms_count(evaluation->atoms, right);
    return true;
}

struct oc_known oc_conditions_compare(struct oc_evaluation *evaluation, LLVMValueRef compare) {
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    bool is_equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
    struct oc_poly left, right;
    if (!read_comparison(evaluation, compare, &left, &right))
        return oc_known_nothing();
    struct oc_poly difference = excess(predicate, left, right);
    if (difference.invalid)
        return oc_known_nothing();
    if (!is_equality)
        return is_positive(difference)             ? bit(true)
               : is_positive(opposite(difference)) ? bit(false)
                                                   : (struct oc_known){.kind = OC_UNDECIDED};
    int64_t number;
    if (oc_poly_is_number(&difference, &number))
        return bit((number == 0) == (predicate == LLVMIntEQ));
    if (is_positive(oc_poly_subtract(difference, oc_poly_number(1))) ||
        is_positive(opposite(difference)))
        return bit(predicate == LLVMIntNE);
    return (struct oc_known){.kind = OC_UNDECIDED};
}

// The parts of a bit that is made of others: `a && b` (both must be), `a || b` (one must be), `!a`.
struct parts {
    enum { SIMPLE, BOTH, EITHER, NOT } kind;
    LLVMValueRef bits[2];
};

static bool is_constant_bit(LLVMValueRef value, bool bit_value) {
    return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == bit_value;
}

static struct parts parts_of(LLVMValueRef value) {
    struct parts parts = {SIMPLE, {value, NULL}};
    if (!LLVMIsAInstruction(value) || oc_ir_width(value) != 1)
        return parts;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMAnd || opcode == LLVMOr)
        return (struct parts){opcode == LLVMAnd ? BOTH : EITHER,
                              {LLVMGetOperand(value, 0), LLVMGetOperand(value, 1)}};
    if (opcode == LLVMXor && is_constant_bit(LLVMGetOperand(value, 1), true))
        return (struct parts){NOT, {LLVMGetOperand(value, 0), NULL}};
    if (opcode != LLVMSelect)
        return parts;
    LLVMValueRef condition = LLVMGetOperand(value, 0), yes = LLVMGetOperand(value, 1),
                 no = LLVMGetOperand(value, 2);
    if (is_constant_bit(no, false))
        return (struct parts){BOTH, {condition, yes}};
    if (is_constant_bit(yes, true))
        return (struct parts){EITHER, {condition, no}};
    return parts;
}

bool oc_conditions_is_made_of_bits(LLVMValueRef value) {
    return parts_of(value).kind != SIMPLE;
}

struct oc_known oc_conditions_join(struct oc_evaluation *evaluation, LLVMValueRef value) {
    struct parts parts = parts_of(value);
    struct oc_known first = oc_evaluate_value(evaluation, parts.bits[0]);
    if (parts.kind == NOT)
        return first.kind == OC_NUMBER ? bit(!first.number) : first;
    struct oc_known second = oc_evaluate_value(evaluation, parts.bits[1]);
    bool decides = parts.kind == EITHER;
    if ((first.kind == OC_NUMBER && !first.number != decides) ||
        (second.kind == OC_NUMBER && !second.number != decides))
        return bit(decides);
    return first.kind == OC_NUMBER    ? second
           : second.kind == OC_NUMBER ? first
           : first.kind == OC_UNKNOWN ? first
                                      : second;
}

static void add_condition(struct oc_evaluation *evaluation, struct oc_assumption *assumption,
                          LLVMValueRef compare, struct oc_poly poly) {
    assumption->conditions =
        oc_arena_grow(evaluation->ir->arena, assumption->conditions, assumption->count,
                      &assumption->capacity, sizeof *assumption->conditions);
    assumption->conditions[assumption->count++] = (struct oc_condition){compare, poly};
}

// What conditions are for.
enum purpose {
    FACTS, // they hold if the bit is as given
    ENOUGH // the bit is as given if they hold
};

// Returns false if the conditions are not enough.
static bool add_comparison(struct oc_evaluation *evaluation, LLVMValueRef compare, bool outcome,
                           enum purpose purpose, struct oc_assumption *out) {
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    struct oc_poly left, right;
    if (!read_comparison(evaluation, compare, &left, &right))
        return false;
    struct oc_poly poly = excess(predicate, left, right);
    if (predicate != LLVMIntEQ && predicate != LLVMIntNE) {
        add_condition(evaluation, out, compare, outcome ? poly : opposite(poly));
        return true;
    }
    if (outcome == (predicate == LLVMIntNE)) {
        // They differ. Which one is the greater, so that they do, is a guess.
        bool is_greater = is_positive(poly);
        poly = is_greater ? oc_poly_subtract(poly, oc_poly_number(1)) : opposite(poly);
        if (is_greater || purpose == ENOUGH)
            add_condition(evaluation, out, compare, poly);
        if (!is_greater && purpose == ENOUGH)
            need(evaluation, compare, NEEDS_OF_ONE, poly);
        return is_greater || purpose == ENOUGH;
    }
    add_condition(evaluation, out, compare, poly);
    add_condition(evaluation, out, compare, oc_poly_subtract(oc_poly_number(0), poly));
    return true;
}

static bool add_conditions(struct oc_evaluation *evaluation, LLVMValueRef value, bool outcome,
                           enum purpose purpose, struct oc_assumption *out) {
    struct oc_known known = oc_evaluate_value(evaluation, value);
    if (known.kind == OC_NUMBER)
        return (known.number != 0) == outcome;
    struct parts parts = parts_of(value);
    if (parts.kind == SIMPLE)
        return LLVMIsAICmpInst(value) && add_comparison(evaluation, value, outcome, purpose, out);
    if (parts.kind == NOT)
        return add_conditions(evaluation, parts.bits[0], !outcome, purpose, out);
    if (outcome == (parts.kind == BOTH)) {
        bool first = add_conditions(evaluation, parts.bits[0], outcome, purpose, out);
        return add_conditions(evaluation, parts.bits[1], outcome, purpose, out) && first;
    }
    for (unsigned i = 0; i < 2; i++)
        if (oc_evaluate_value(evaluation, parts.bits[i]).kind == OC_NUMBER)
            return add_conditions(evaluation, parts.bits[1 - i], outcome, purpose, out);
    return false;
}

void oc_conditions_add_facts(struct oc_evaluation *evaluation, LLVMValueRef bit_value, bool outcome,
                             struct oc_assumption *out) {
    add_conditions(evaluation, bit_value, outcome, FACTS, out);
}

bool oc_conditions_assume(struct oc_evaluation *evaluation, LLVMValueRef value, bool outcome,
                          unsigned *number) {
    if (evaluation->assumption_count == OC_MAX_ASSUMPTIONS)
        return false;
    *number = (unsigned)evaluation->assumption_count;
    struct oc_assumption *assumption = &evaluation->assumptions[evaluation->assumption_count++];
    *assumption = (struct oc_assumption){0};
    return oc_evaluate_value(evaluation, value).kind == OC_UNDECIDED &&
           add_conditions(evaluation, value, outcome, ENOUGH, assumption);
}

void oc_conditions_need(struct oc_evaluation *evaluation, const struct oc_condition *condition) {
    need(evaluation, condition->compare, NEEDS_OF_ONE, condition->poly);
}

struct oc_assumption oc_conditions_of(struct oc_evaluation *evaluation, uint64_t assumptions) {
    struct oc_assumption all = {0};
    for (unsigned i = 0; assumptions && i < OC_MAX_ASSUMPTIONS; i++) {
        const struct oc_assumption *one = &evaluation->assumptions[i];
        for (size_t c = 0; (assumptions >> i & 1) && c < one->count; c++)
            add_condition(evaluation, &all, one->conditions[c].compare, one->conditions[c].poly);
    }
    return all;
}

void oc_conditions_need_all(struct oc_evaluation *evaluation, uint64_t assumptions) {
    struct oc_assumption all = oc_conditions_of(evaluation, assumptions);
    for (size_t i = 0; i < all.count; i++)
        oc_conditions_need(evaluation, &all.conditions[i]);
}

// The number of the value that is usual inside of an array: the one that is loaded, or the one that
// depends on the block. -1: this cannot be said.
static int usual_of(const struct oc_known *one, const struct oc_known *other, bool may_assume) {
    bool loaded = one->kind == OC_LOADED;
    if (loaded != (other->kind == OC_LOADED))
        return may_assume ? !loaded : -1;
    if (!oc_known_is_integer(one) || !oc_known_is_integer(other) ||
        oc_evaluate_mentions_block(one) == oc_evaluate_mentions_block(other))
        return -1;
    return oc_evaluate_mentions_block(one) ? 0 : 1;
}

bool oc_conditions_guess(struct oc_evaluation *evaluation, LLVMValueRef compare, bool *outcome) {
    struct oc_poly left, right;
    if (!LLVMIsAICmpInst(compare) || !read_comparison(evaluation, compare, &left, &right))
        return false;
    struct oc_poly poly = excess(LLVMGetICmpPredicate(compare), left, right);
    int of_block = 0, of_size = 0;
    for (unsigned i = 0; i < poly.count; i++) {
        const struct oc_term *term = &poly.terms[i];
        int sign = term->coefficient > 0 ? 1 : -1;
        if (term->factor_count && term->factors[0] < OC_ATOM_BLOCK_ID + 3)
            of_block = sign;
        else if (term->factor_count)
            of_size = sign;
    }
    *outcome = (of_size ? of_size : of_block) > 0;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
        *outcome = predicate == LLVMIntNE;
    return of_size || of_block;
}

struct oc_known oc_conditions_select(struct oc_evaluation *evaluation, LLVMValueRef select) {
    unsigned number;
    struct oc_known condition = operand(evaluation, select, 0);
    struct oc_known sides[2] = {operand(evaluation, select, 1), operand(evaluation, select, 2)};
    if (condition.kind == OC_NUMBER)
        return sides[!condition.number];
    if (oc_known_equal(&sides[0], &sides[1]))
        return sides[0];
    int usual = usual_of(&sides[0], &sides[1], !evaluation->is_last);
    bool outcome = usual == 0,
         both = oc_known_is_integer(&sides[0]) && oc_known_is_integer(&sides[1]);
    if (condition.kind != OC_UNDECIDED ||
        (usual < 0 &&
         !(both && oc_conditions_guess(evaluation, LLVMGetOperand(select, 0), &outcome))) ||
        !oc_conditions_assume(evaluation, LLVMGetOperand(select, 0), outcome, &number))
        return oc_known_nothing();
    sides[!outcome].assumptions |= 1ull << number;
    return sides[!outcome];
}

struct oc_known oc_conditions_extreme(struct oc_evaluation *evaluation, LLVMValueRef call,
                                      struct oc_extreme extreme) {
    unsigned width = oc_known_width(call);
    struct oc_known sides[2] = {operand(evaluation, call, 0), operand(evaluation, call, 1)};
    if (!oc_known_is_integer(&sides[0]) || !oc_known_is_integer(&sides[1]) || !width || width > 64)
        return oc_known_nothing();
    for (unsigned i = 0; i < 2; i++) {
        if (sides[i].kind == OC_NUMBER && !extreme.is_signed) {
            if (width == 64 && sides[i].number < 0)
                return oc_known_nothing();
            sides[i].number = (int64_t)oc_known_unsigned(sides[i].number, width);
        }
        oc_conditions_need_range(evaluation, call, i, &sides[i], width, extreme.is_signed);
    }
    struct oc_poly more = oc_poly_subtract(oc_known_poly(&sides[0]), oc_known_poly(&sides[1]));
    int chosen = usual_of(&sides[0], &sides[1], false);
    if (is_positive(more) || is_positive(opposite(more)))
        chosen = is_positive(more) != extreme.is_max;
    if (chosen < 0)
        return oc_known_nothing();
    if ((chosen == 0) != extreme.is_max)
        more = oc_poly_subtract(oc_poly_number(0), more);
    struct oc_known known = sides[chosen];
    if (!is_positive(more)) {
        if (evaluation->assumption_count == OC_MAX_ASSUMPTIONS)
            return oc_known_nothing();
        size_t assumed = evaluation->assumption_count++;
        evaluation->assumptions[assumed] = (struct oc_assumption){0};
        add_condition(evaluation, &evaluation->assumptions[assumed], call, more);
        known.assumptions |= 1ull << assumed;
    }
    if (known.kind == OC_NUMBER)
        known.number = oc_known_number((uint64_t)known.number, width).number;
    return known;
}
