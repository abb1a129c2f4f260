#include "scan/extents/facts.h"

#include "scan/extents/polytext.h"

#include <string.h>

enum { MAX_DEPTH = 12 };

// ---- Quantities and variables ------------------------------------------------------------------

struct oc_poly oc_facts_unknown(void) {
    return (struct oc_poly){.invalid = true};
}

static struct oc_poly name_quantity(struct oc_facts *facts, struct oc_quantity quantity) {
    for (size_t i = 0; i < facts->quantity_count; i++) {
        const struct oc_quantity *each = &facts->quantities[i];
        if (each->kind == quantity.kind && strcmp(each->text, quantity.text) == 0 &&
            (quantity.kind != OC_QUANTITY_VARIABLE ||
             clang_equalCursors(each->cursor, quantity.cursor)))
            return oc_poly_unknown((unsigned)i);
    }
    facts->quantities = oc_arena_grow(facts->ast->arena, facts->quantities, facts->quantity_count,
                                      &facts->quantity_capacity, sizeof *facts->quantities);
    facts->quantities[facts->quantity_count] = quantity;
    return oc_poly_unknown((unsigned)facts->quantity_count++);
}

struct oc_variable *oc_facts_variable(struct oc_facts *facts, CXCursor declaration) {
    for (size_t i = 0; i < facts->variable_count; i++)
        if (clang_equalCursors(facts->variables[i].declaration, declaration))
            return &facts->variables[i];
    facts->variables = oc_arena_grow(facts->ast->arena, facts->variables, facts->variable_count,
                                     &facts->variable_capacity, sizeof *facts->variables);
    CXCursor value = clang_getNullCursor();
    if (clang_getCursorKind(declaration) == CXCursor_VarDecl &&
        clang_Cursor_hasVarDeclGlobalStorage(declaration) != 1)
        value = clang_Cursor_getVarDeclInitializer(declaration);
    facts->variables[facts->variable_count] =
        (struct oc_variable){.declaration = declaration, .value = value};
    return &facts->variables[facts->variable_count++];
}

CXCursor oc_facts_value(struct oc_facts *facts, CXCursor declaration) {
    const struct oc_variable *variable = oc_facts_variable(facts, declaration);
    return variable->grows || variable->assignments > 1 ? clang_getNullCursor() : variable->value;
}

// The index of a parameter of the kernel, or -1.
static int parameter_index(const struct oc_facts *facts, CXCursor declaration) {
    int count = clang_Cursor_getNumArguments(facts->function);
    for (int i = 0; i < count; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(facts->function, (unsigned)i), declaration))
            return i;
    return -1;
}

static bool is_over_parameters(const struct oc_facts *facts, const struct oc_poly *polynomial) {
    for (size_t i = 0; i < polynomial->count; i++)
        for (unsigned j = 0; j < polynomial->terms[i].factor_count; j++)
            if (facts->quantities[polynomial->terms[i].factors[j]].kind != OC_QUANTITY_PARAM)
                return false;
    return !polynomial->invalid;
}

unsigned oc_facts_last(const struct oc_facts *facts, const struct oc_poly *poly) {
    unsigned last = 0;
    for (size_t i = 0; i < poly->count; i++)
        for (unsigned j = 0; j < poly->terms[i].factor_count; j++) {
            unsigned each = facts->quantities[poly->terms[i].factors[j]].last;
            last = each > last ? each : last;
        }
    return last;
}

const char *oc_facts_text(const struct oc_facts *facts, const struct oc_poly *poly) {
    const char **names = OC_NEW_ARRAY(facts->ast->arena, facts->quantity_count + 1, const char *);
    for (size_t i = 0; i < facts->quantity_count; i++)
        names[i] = facts->quantities[i].text;
    return oc_polytext(facts->ast->arena, poly, names);
}

// ---- Expressions -------------------------------------------------------------------------------

static struct oc_poly read_other(struct oc_facts *facts, CXCursor expression) {
    const char *text = oc_ast_source_text(facts->ast, expression, clang_getNullCursor());
    return text ? name_quantity(facts, (struct oc_quantity){.kind = OC_QUANTITY_EXPRESSION,
                                                            .cursor = expression,
                                                            .text = text})
                : oc_facts_unknown();
}

static struct oc_poly read_name(struct oc_facts *facts, CXCursor expression) {
    CXCursor declaration = clang_getCursorReferenced(expression);
    const char *name = oc_ast_name(facts->ast, declaration);
    int index = parameter_index(facts, declaration);
    if (index >= 0)
        return name_quantity(
            facts,
            (struct oc_quantity){.kind = OC_QUANTITY_PARAM, .text = name, .last = (unsigned)index});
    CXCursor value = oc_facts_value(facts, declaration);
    if (!clang_Cursor_isNull(value) && facts->depth < MAX_DEPTH) {
        facts->depth++;
        struct oc_poly read = oc_facts_read(facts, value);
        facts->depth--;
        if (is_over_parameters(facts, &read))
            return read;
    }
    return name_quantity(facts, (struct oc_quantity){OC_QUANTITY_VARIABLE, declaration, name, 0});
}

// A member of a struct that the kernel takes by value.
static struct oc_poly read_member(struct oc_facts *facts, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(facts->ast, expression);
    CXCursor object =
        parts.count == 1 ? clang_getCursorReferenced(parts.items[0]) : clang_getNullCursor();
    int index = parts.count == 1 && clang_getCursorKind(parts.items[0]) == CXCursor_DeclRefExpr
                    ? parameter_index(facts, object)
                    : -1;
    if (index < 0 ||
        clang_getCanonicalType(clang_getCursorType(parts.items[0])).kind != CXType_Record)
        return read_other(facts, expression);
    const char *text = oc_arena_printf(facts->ast->arena, "%s.%s", oc_ast_name(facts->ast, object),
                                       oc_ast_name(facts->ast, expression));
    return name_quantity(
        facts,
        (struct oc_quantity){.kind = OC_QUANTITY_PARAM, .text = text, .last = (unsigned)index});
}

static struct oc_poly read_binary(struct oc_facts *facts, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(facts->ast, expression);
    enum CXBinaryOperatorKind operator = clang_getCursorBinaryOperatorKind(expression);
    bool combines = operator == CXBinaryOperator_Add || operator == CXBinaryOperator_Sub ||
                    operator == CXBinaryOperator_Mul || operator == CXBinaryOperator_Shl;
    int64_t distance;
    if (parts.count != 2 || !combines)
        return read_other(facts, expression);
    struct oc_poly left = oc_facts_read(facts, parts.items[0]);
    struct oc_poly right = oc_facts_read(facts, parts.items[1]);
    if (operator == CXBinaryOperator_Mul)
        return oc_poly_multiply(left, right);
    if (operator != CXBinaryOperator_Shl)
        return operator == CXBinaryOperator_Add ? oc_poly_add(left, right)
                                                : oc_poly_subtract(left, right);
    if (!oc_poly_is_number(&right, &distance) || distance < 0 || distance > 62)
        return read_other(facts, expression);
    struct oc_poly power = oc_poly_number((int64_t)1 << distance);
    return oc_poly_multiply(left, power);
}

struct oc_poly oc_facts_read(struct oc_facts *facts, CXCursor expression) {
    int64_t value;
    if (facts->steps++ > OC_FACTS_MAX_STEPS)
        return oc_facts_unknown();
    if (oc_ast_evaluate(expression, &value))
        return oc_poly_number(value);
    struct oc_cursors parts = oc_ast_expressions(facts->ast, expression);
    struct oc_poly zero = oc_poly_number(0), operand;
    switch (clang_getCursorKind(expression)) {
    case CXCursor_DeclRefExpr:
        return read_name(facts, expression);
    case CXCursor_MemberRefExpr:
        return read_member(facts, expression);
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
        return parts.count ? oc_facts_read(facts, parts.items[parts.count - 1])
                           : oc_facts_unknown();
    case CXCursor_UnexposedExpr: // an implicit conversion
        return parts.count == 1 ? oc_facts_read(facts, parts.items[0])
                                : read_other(facts, expression);
    case CXCursor_BinaryOperator:
        return read_binary(facts, expression);
    case CXCursor_UnaryOperator:
        if (parts.count != 1 ||
            clang_getCursorUnaryOperatorKind(expression) != CXUnaryOperator_Minus)
            break;
        operand = oc_facts_read(facts, parts.items[0]);
        return oc_poly_subtract(zero, operand);
    default:
        break;
    }
    return read_other(facts, expression);
}

// ---- What comparisons and assignments say ------------------------------------------------------

// left <= limit + difference
static void add_fact(struct oc_facts *facts, const struct oc_poly *left,
                     const struct oc_poly *limit, int64_t difference, bool negated) {
    struct oc_poly constant = oc_poly_number(difference);
    struct oc_fact fact = {*left, oc_poly_add(*limit, constant), negated, false};
    facts->facts = oc_arena_grow(facts->ast->arena, facts->facts, facts->fact_count,
                                 &facts->fact_capacity, sizeof *facts->facts);
    facts->facts[facts->fact_count++] = fact;
}

static void add_comparison(struct oc_facts *facts, enum CXBinaryOperatorKind operator,
                           const struct oc_cursors *operands) {
    struct oc_poly a = oc_facts_read(facts, operands->items[0]);
    struct oc_poly b = oc_facts_read(facts, operands->items[1]);
    switch (operator) {
    case CXBinaryOperator_LT:
        add_fact(facts, &a, &b, -1, false);
        add_fact(facts, &b, &a, 0, true);
        break;
    case CXBinaryOperator_LE:
        add_fact(facts, &a, &b, 0, false);
        add_fact(facts, &b, &a, -1, true);
        break;
    case CXBinaryOperator_GT:
        add_fact(facts, &b, &a, -1, false);
        add_fact(facts, &a, &b, 0, true);
        break;
    case CXBinaryOperator_GE:
        add_fact(facts, &b, &a, 0, false);
        add_fact(facts, &a, &b, -1, true);
        break;
    default: // !=
        add_fact(facts, &a, &b, -1, true);
        add_fact(facts, &b, &a, -1, true);
    }
}

static void add_assignment(struct oc_facts *facts, CXCursor target, CXCursor value, bool grows) {
    struct oc_cursors parts;
    while (clang_getCursorKind(target) == CXCursor_ParenExpr &&
           (parts = oc_ast_expressions(facts->ast, target)).count == 1)
        target = parts.items[0];
    if (clang_getCursorKind(target) != CXCursor_DeclRefExpr)
        return;
    struct oc_variable *variable = oc_facts_variable(facts, clang_getCursorReferenced(target));
    variable->grows |= grows;
    if (clang_Cursor_isNull(value))
        return;
    // With an initial value, there are two.
    variable->assignments += clang_Cursor_isNull(variable->value) ? 1 : 2;
    variable->value = value;
}

// What only makes a variable smaller leaves its first value the largest.
static bool is_growth(CXCursor compound) {
    switch (clang_getCursorBinaryOperatorKind(compound)) {
    case CXBinaryOperator_SubAssign:
    case CXBinaryOperator_DivAssign:
    case CXBinaryOperator_ShrAssign:
    case CXBinaryOperator_RemAssign:
    case CXBinaryOperator_AndAssign:
        return false;
    default:
        return true;
    }
}

static void collect_assignments(struct oc_facts *facts, CXCursor cursor) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(cursor);
    struct oc_cursors parts = oc_ast_children(facts->ast, cursor);
    if (kind == CXCursor_BinaryOperator && parts.count == 2 &&
        clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign)
        add_assignment(facts, parts.items[0], parts.items[1], false);
    if (parts.count && ((kind == CXCursor_CompoundAssignOperator && is_growth(cursor)) ||
                        (kind == CXCursor_UnaryOperator &&
                         (unary == CXUnaryOperator_PostInc || unary == CXUnaryOperator_PreInc))))
        add_assignment(facts, parts.items[0], clang_getNullCursor(), true);
    for (size_t i = 0; i < parts.count; i++)
        collect_assignments(facts, parts.items[i]);
}

static void collect_comparisons(struct oc_facts *facts, CXCursor cursor) {
    enum CXBinaryOperatorKind operator = clang_getCursorBinaryOperatorKind(cursor);
    struct oc_cursors parts = oc_ast_children(facts->ast, cursor);
    bool compares = (operator >= CXBinaryOperator_LT && operator <= CXBinaryOperator_GE) ||
                    operator == CXBinaryOperator_NE;
    if (clang_getCursorKind(cursor) == CXCursor_BinaryOperator && compares && parts.count == 2)
        add_comparison(facts, operator, &parts);
    for (size_t i = 0; facts->steps < OC_FACTS_MAX_STEPS && i < parts.count; i++)
        collect_comparisons(facts, parts.items[i]);
}

void oc_facts_collect(struct oc_facts *facts, CXCursor function) {
    collect_assignments(facts, function);
    collect_comparisons(facts, function);
}

// ---- The largest values ------------------------------------------------------------------------

int oc_facts_compare(const struct oc_poly *a, const struct oc_poly *b) {
    if (a->invalid || b->invalid)
        return !b->invalid;
    struct oc_poly difference = oc_poly_subtract(*b, *a);
    size_t positive = 0;
    for (size_t i = 0; i < difference.count; i++)
        positive += difference.terms[i].coefficient > 0;
    if (!difference.invalid && (!positive || positive == difference.count))
        return positive > 0;
    unsigned degree_a = oc_polytext_degree(a), degree_b = oc_polytext_degree(b);
    return degree_a == degree_b ? -1 : degree_b > degree_a;
}

// Whether a loop changes one of a polynomial's variables.
static bool has_loop_variable(struct oc_facts *facts, const struct oc_poly *polynomial) {
    for (size_t i = 0; i < polynomial->count; i++)
        for (unsigned j = 0; j < polynomial->terms[i].factor_count; j++) {
            struct oc_quantity quantity = facts->quantities[polynomial->terms[i].factors[j]];
            if (quantity.kind == OC_QUANTITY_VARIABLE &&
                oc_facts_variable(facts, quantity.cursor)->grows)
                return true;
        }
    return false;
}

// The largest value of a polynomial by one fact.
static struct oc_poly largest_by_fact(struct oc_facts *facts, size_t index,
                                      const struct oc_poly *polynomial) {
    struct oc_fact fact = facts->facts[index];
    struct oc_poly rest = oc_poly_subtract(*polynomial, fact.left);
    if (is_over_parameters(facts, &fact.left) || !is_over_parameters(facts, &rest))
        return oc_facts_unknown();
    // The other fact of this comparison says nothing about the limit.
    facts->facts[index & ~(size_t)1].active = true;
    struct oc_poly limit = oc_facts_largest(facts, &fact.limit);
    facts->facts[index & ~(size_t)1].active = false;
    // Nor is `i > 0` a limit, or `thread < 32`, of which a branch is for some threads only.
    int64_t value;
    if (oc_poly_is_number(&limit, &value) && (value < 1 || !has_loop_variable(facts, &fact.left)))
        return oc_facts_unknown();
    return oc_poly_add(limit, rest);
}

// By the facts of one kind; not known if they contradict each other.
static struct oc_poly largest_by_facts(struct oc_facts *facts, const struct oc_poly *polynomial,
                                       bool negated) {
    struct oc_poly best = oc_facts_unknown();
    for (size_t i = 0; i < facts->fact_count; i++) {
        if (facts->facts[i].negated != negated || facts->facts[i & ~(size_t)1].active)
            continue;
        struct oc_poly limit = largest_by_fact(facts, i, polynomial);
        int order = !limit.invalid ? oc_facts_compare(&best, &limit) : 0;
        if (order < 0)
            return oc_facts_unknown();
        if (order)
            best = limit;
    }
    return best;
}

// `quotient` = a / b, of which the largest a is known.
static struct oc_poly largest_quotient(struct oc_facts *facts, struct oc_poly a,
                                       const struct oc_poly *b) {
    // (rows * cols - 1) / cols = rows - 1
    struct oc_poly one = oc_poly_number(1), end = oc_poly_add(a, one);
    struct oc_poly quotient;
    int64_t dividend, divisor;
    if (b->count == 1 && b->terms[0].coefficient > 0 && oc_poly_divide(&end, b, &quotient))
        return oc_poly_subtract(quotient, one);
    if (!is_over_parameters(facts, b) || !is_over_parameters(facts, &a))
        return oc_facts_unknown();
    if (oc_poly_is_number(&a, &dividend) && oc_poly_is_number(b, &divisor))
        return divisor > 0 ? oc_poly_number(dividend / divisor) : oc_facts_unknown();
    unsigned last_of_a = oc_facts_last(facts, &a), last = oc_facts_last(facts, b);
    last = last_of_a > last ? last_of_a : last;
    const char *text = oc_arena_printf(facts->ast->arena, "((%s) / (%s))", oc_facts_text(facts, &a),
                                       oc_facts_text(facts, b));
    return name_quantity(
        facts, (struct oc_quantity){.kind = OC_QUANTITY_PARAM, .text = text, .last = last});
}

static struct oc_poly largest_of(struct oc_facts *facts, CXCursor expression) {
    struct oc_poly value = oc_facts_read(facts, expression);
    return oc_facts_largest(facts, &value);
}

static struct oc_poly largest_binary(struct oc_facts *facts, enum CXBinaryOperatorKind operator,
                                     const struct oc_cursors *operands) {
    struct oc_poly one = oc_poly_number(1), left, right;
    int64_t distance;
    switch (operator) {
    case CXBinaryOperator_Rem:
        right = largest_of(facts, operands->items[1]);
        return oc_poly_subtract(right, one);
    case CXBinaryOperator_And:
        right = largest_of(facts, operands->items[1]);
        return !right.invalid ? right : largest_of(facts, operands->items[0]);
    case CXBinaryOperator_Div:
        left = largest_of(facts, operands->items[0]);
        right = largest_of(facts, operands->items[1]);
        return largest_quotient(facts, left, &right);
    case CXBinaryOperator_Shr:
        left = largest_of(facts, operands->items[0]);
        right = oc_facts_read(facts, operands->items[1]);
        if (!oc_poly_is_number(&right, &distance) || distance < 0 || distance > 62)
            return oc_facts_unknown();
        right = oc_poly_number((int64_t)1 << distance);
        return largest_quotient(facts, left, &right);
    default:
        return oc_facts_unknown();
    }
}

static struct oc_poly largest_expression(struct oc_facts *facts, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(facts->ast, expression);
    if (clang_getCursorKind(expression) == CXCursor_BinaryOperator && parts.count == 2)
        return largest_binary(facts, clang_getCursorBinaryOperatorKind(expression), &parts);
    if (clang_getCursorKind(expression) != CXCursor_ConditionalOperator || parts.count != 3)
        return oc_facts_unknown();
    struct oc_poly chosen = largest_of(facts, parts.items[1]);
    struct oc_poly other = largest_of(facts, parts.items[2]);
    return oc_facts_compare(&chosen, &other) == 1 ? other : chosen;
}

// Of a variable or expression that no comparison is about.
static struct oc_poly largest_by_value(struct oc_facts *facts, unsigned name) {
    struct oc_quantity quantity = facts->quantities[name];
    if (quantity.kind == OC_QUANTITY_PARAM)
        return oc_poly_unknown(name);
    if (quantity.kind == OC_QUANTITY_EXPRESSION)
        return largest_expression(facts, quantity.cursor);
    CXCursor value = oc_facts_value(facts, quantity.cursor);
    return clang_Cursor_isNull(value) ? oc_facts_unknown() : largest_of(facts, value);
}

static bool has_name(const struct oc_term *product, unsigned name) {
    for (unsigned i = 0; i < product->factor_count; i++)
        if (product->factors[i] == name)
            return true;
    return false;
}

// The largest value of a product. A negative one is as large as its names are small, that is 0, if
// they make nothing else larger: in n * i - i * i they do.
static struct oc_poly largest_product(struct oc_facts *facts, const struct oc_poly *polynomial,
                                      const struct oc_term *product) {
    struct oc_poly value = {.count = 1, .terms = {*product}};
    if (is_over_parameters(facts, &value))
        return value;
    bool is_name =
        polynomial->count == 1 && product->factor_count == 1 && product->coefficient == 1;
    value = oc_poly_number(product->coefficient < 0 ? 0 : product->coefficient);
    for (unsigned i = 0; i < product->factor_count; i++) {
        unsigned name = product->factors[i];
        struct oc_poly itself = oc_poly_unknown(name);
        if (product->coefficient > 0) {
            struct oc_poly largest =
                is_name ? largest_by_value(facts, name) : oc_facts_largest(facts, &itself);
            value = oc_poly_multiply(value, largest);
            continue;
        }
        if (facts->quantities[name].kind == OC_QUANTITY_EXPRESSION)
            return oc_facts_unknown();
        for (size_t j = 0; j < polynomial->count; j++)
            if (polynomial->terms[j].coefficient > 0 && has_name(&polynomial->terms[j], name) &&
                !is_over_parameters(facts, &itself))
                return oc_facts_unknown();
    }
    return value;
}

// With each name replaced by its largest value.
static struct oc_poly largest_by_parts(struct oc_facts *facts, const struct oc_poly *polynomial) {
    struct oc_poly sum = oc_poly_number(0);
    for (size_t i = 0; !sum.invalid && i < polynomial->count; i++) {
        struct oc_poly part = largest_product(facts, polynomial, &polynomial->terms[i]);
        sum = oc_poly_add(sum, part);
    }
    return sum;
}

struct oc_poly oc_facts_largest(struct oc_facts *facts, const struct oc_poly *polynomial) {
    if (polynomial->invalid || facts->steps++ > OC_FACTS_MAX_STEPS)
        return oc_facts_unknown();
    if (is_over_parameters(facts, polynomial))
        return *polynomial;
    if (facts->depth == MAX_DEPTH)
        return oc_facts_unknown();
    facts->depth++;
    struct oc_poly best = largest_by_facts(facts, polynomial, false);
    if (!oc_polytext_degree(&best)) {
        struct oc_poly parts = largest_by_parts(facts, polynomial);
        if (oc_facts_compare(&best, &parts) == 1)
            best = parts;
    }
    if (!oc_polytext_degree(&best)) {
        struct oc_poly negated = largest_by_facts(facts, polynomial, true);
        if (oc_facts_compare(&best, &negated) == 1)
            best = negated;
    }
    facts->depth--;
    return best;
}
