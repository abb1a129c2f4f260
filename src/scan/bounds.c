#include "scan/bounds.h"

#include <inttypes.h>

// Deeper expressions are refused, so that no input exhausts the stack, and so that unit.json nests
// less deep than jansson reads (2048 levels, two for a node).
enum { MAX_DEPTH = 1000 };

struct reader {
    struct oc_ast *ast;
    const struct oc_bound_site *site;
    unsigned depth;
};

// These return NULL after a report.
typedef const struct oc_expression *tree;
static tree read_expression(struct reader *reader, CXCursor expression);

// Refuses the bound; the message reads "bound of parameter 'x' of kernel 'k' <what>".
static tree refuse_bound(struct reader *reader, CXCursor at, const char *what) {
    const struct oc_bound_site *site = reader->site;
    oc_report(reader->ast->diag, OC_ERROR,
              site->count ? site->count->place : oc_ast_place(reader->ast, at), NULL,
              "%s %s; a %s is an integer expression over %s and constants", site->what, what,
              site->count ? "count" : "bound",
              site->count ? oc_count_operands(site->count) : "earlier parameters");
    return NULL;
}

static tree refuse_unsupported(struct reader *reader, CXCursor at) {
    return refuse_bound(reader, at, "uses an expression that is not supported in bounds");
}

static tree refuse_pointer(struct reader *reader, CXCursor at) {
    return refuse_bound(reader, at, "reads memory through a pointer");
}

// ---- Types and nodes ---------------------------------------------------------------------------

// The type, or NULL: it is no integer type of at most 8 bytes.
static const struct oc_integer *integer_type(CXType type) {
    CXType plain = oc_ast_plain_type(type);
    if (!oc_ast_is_integer(plain))
        return NULL;
    return plain.kind == CXType_Bool
               ? oc_integer_bool()
               : oc_integer_of((unsigned)clang_Type_getSizeOf(plain), oc_ast_is_signed(plain));
}

static const struct oc_integer *type_of(CXCursor expression) {
    return integer_type(clang_getCursorType(expression));
}

// An operation of the type of `at`, on the first operands that its operator has.
static tree apply_operator(struct reader *reader, CXCursor at, enum oc_operator op, tree left,
                           tree right, tree third) {
    unsigned operands = oc_operator_forms[op].operands;
    if (!left || (operands > 1 && !right) || (operands > 2 && !third))
        return NULL;
    struct oc_expression *node = OC_NEW(reader->ast->arena, struct oc_expression);
    *node = (struct oc_expression){.op = op, .type = type_of(at), .operands = {left, right, third}};
    return oc_expression_is_typed(node) ? node : refuse_unsupported(reader, at);
}

static tree convert_operand(struct reader *reader, CXCursor at, tree operand) {
    if (operand && operand->type == type_of(at))
        return operand;
    return apply_operator(reader, at, OC_EXPR_CONVERT, operand, NULL, NULL);
}

static tree read_conditional(struct reader *reader, CXCursor at, const CXCursor *parts) {
    tree condition = read_expression(reader, parts[0]);
    tree yes = condition ? read_expression(reader, parts[1]) : NULL;
    return apply_operator(reader, at, OC_EXPR_CHOOSE, condition, yes,
                          yes ? read_expression(reader, parts[2]) : NULL);
}

// Implicit conversions, and the few kinds of expression that libclang has no name for.
static tree read_unexposed(struct reader *reader, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(reader->ast, expression);
    CXCursor chosen;
    if (parts.count == 1)
        return convert_operand(reader, expression, read_expression(reader, parts.items[0]));
    if (oc_ast_chosen(reader->ast, expression, &chosen))
        return read_expression(reader, chosen);
    // a ?: b has the operands a, a, a (converted), b. Computing a twice is right: bounds have no
    // side effects.
    if (parts.count == 4 && clang_equalCursors(parts.items[0], parts.items[1]))
        return read_conditional(reader, expression, parts.items + 1);
    return refuse_unsupported(reader, expression);
}

// ---- Parameters and members --------------------------------------------------------------------

// Makes `out` what a name stands for.
static bool read_name(struct reader *reader, CXCursor expression, struct oc_expression *out) {
    const struct oc_bound_site *site = reader->site;
    struct oc_ast *ast = reader->ast;
    CXCursor target = clang_getCursorReferenced(expression);
    if (site->members && clang_getCursorKind(target) == CXCursor_VarDecl &&
        clang_equalCursors(clang_getCursorSemanticParent(target), site->function)) {
        out->op = OC_EXPR_MEMBER;
        out->path = oc_arena_printf(ast->arena, "%s%s", site->members, oc_ast_name(ast, target));
        return true;
    }
    out->op = OC_EXPR_PARAM;
    for (out->param = 0; out->param < site->param_index; out->param++)
        if (clang_equalCursors(clang_Cursor_getArgument(site->function, (unsigned)out->param),
                               target))
            return true;
    return refuse_bound(
        reader, expression,
        oc_arena_printf(ast->arena, "uses '%s', which is neither a %s nor a constant",
                        oc_ast_name(ast, target), site->members ? "member" : "parameter"));
}

// Whether an expression is a struct, or an array in one, and no pointer to it. libclang shows array
// parameters as arrays even where they are used as pointers.
static bool is_object(struct reader *reader, CXCursor expression) {
    CXType type = clang_getCanonicalType(clang_getCursorType(expression));
    return type.kind == CXType_Record ||
           (reader->site->members && type.kind == CXType_ConstantArray);
}

static void add_to_path(struct reader *reader, const char *step, struct oc_expression *out) {
    const char *path = out->path ? out->path : "";
    if (!*path && *step == '.')
        step++;
    out->path = oc_arena_printf(reader->ast->arena, "%s%s", path, step);
}

static bool read_object(struct reader *reader, CXCursor expression, struct oc_expression *out);

static bool read_element(struct reader *reader, CXCursor expression, struct oc_cursors parts,
                         struct oc_expression *out) {
    // The array before it became a pointer.
    struct oc_cursors inner = oc_ast_expressions(reader->ast, parts.items[0]);
    CXType array = {.kind = CXType_Invalid};
    if (inner.count == 1)
        array = clang_getCanonicalType(clang_getCursorType(inner.items[0]));
    int64_t index;
    if (array.kind != CXType_ConstantArray)
        return refuse_pointer(reader, expression);
    if (!oc_ast_evaluate(parts.items[1], &index) || index < 0 || index >= clang_getArraySize(array))
        return refuse_bound(reader, expression,
                            "has an index that is not a constant within the array");
    if (!read_object(reader, inner.items[0], out))
        return false;
    add_to_path(reader, oc_arena_printf(reader->ast->arena, "[%" PRId64 "]", index), out);
    return true;
}

// A member, or an element of one, of a struct that is passed by value. Bases are not integers, so
// they do not go through read_expression.
static bool read_object(struct reader *reader, CXCursor expression, struct oc_expression *out) {
    struct oc_cursors parts = oc_ast_expressions(reader->ast, expression);
    enum CXCursorKind kind = clang_getCursorKind(expression);
    if (kind == CXCursor_DeclRefExpr && is_object(reader, expression))
        return read_name(reader, expression, out);
    if ((kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr) && parts.count == 1)
        return read_object(reader, parts.items[0], out);
    if (kind == CXCursor_ArraySubscriptExpr && parts.count == 2)
        return read_element(reader, expression, parts, out);
    if (kind != CXCursor_MemberRefExpr || parts.count != 1 ||
        clang_getCanonicalType(clang_getCursorType(parts.items[0])).kind != CXType_Record)
        return refuse_pointer(reader, expression);
    if (!read_object(reader, parts.items[0], out))
        return false;
    const char *name = oc_ast_name(reader->ast, expression);
    add_to_path(reader, oc_arena_printf(reader->ast->arena, ".%s", name), out);
    return true;
}

// `read` is read_name or read_object.
static tree read_value(struct reader *reader, CXCursor expression,
                       bool read(struct reader *, CXCursor, struct oc_expression *)) {
    struct oc_expression *node = OC_NEW(reader->ast->arena, struct oc_expression);
    node->type = type_of(expression);
    return read(reader, expression, node) ? node : NULL;
}

// ---- Operators ---------------------------------------------------------------------------------

static tree read_unary(struct reader *reader, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(reader->ast, expression);
    enum oc_operator op;
    if (parts.count != 1)
        return refuse_unsupported(reader, expression);
    switch (clang_getCursorUnaryOperatorKind(expression)) {
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
        return read_expression(reader, parts.items[0]);
    case CXUnaryOperator_Minus:
        op = OC_EXPR_NEGATE;
        break;
    case CXUnaryOperator_Not:
        op = OC_EXPR_COMPLEMENT;
        break;
    case CXUnaryOperator_LNot:
        op = OC_EXPR_NOT;
        break;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        return refuse_bound(reader, expression, "has a side effect");
    default:
        return refuse_pointer(reader, expression);
    }
    return apply_operator(reader, expression, op, read_expression(reader, parts.items[0]), NULL,
                          NULL);
}

static enum oc_operator binary_operator(enum CXBinaryOperatorKind kind) {
    static const enum oc_operator operators[] = {
        [CXBinaryOperator_Mul] = OC_EXPR_MULTIPLY,    [CXBinaryOperator_Div] = OC_EXPR_DIVIDE,
        [CXBinaryOperator_Rem] = OC_EXPR_REMAINDER,   [CXBinaryOperator_Add] = OC_EXPR_ADD,
        [CXBinaryOperator_Sub] = OC_EXPR_SUBTRACT,    [CXBinaryOperator_Shl] = OC_EXPR_SHIFT_LEFT,
        [CXBinaryOperator_Shr] = OC_EXPR_SHIFT_RIGHT, [CXBinaryOperator_LT] = OC_EXPR_LESS,
        [CXBinaryOperator_GT] = OC_EXPR_GREATER,      [CXBinaryOperator_LE] = OC_EXPR_AT_MOST,
        [CXBinaryOperator_GE] = OC_EXPR_AT_LEAST,     [CXBinaryOperator_EQ] = OC_EXPR_EQUAL,
        [CXBinaryOperator_NE] = OC_EXPR_UNEQUAL,      [CXBinaryOperator_And] = OC_EXPR_BITS_AND,
        [CXBinaryOperator_Xor] = OC_EXPR_BITS_XOR,    [CXBinaryOperator_Or] = OC_EXPR_BITS_OR,
        [CXBinaryOperator_LAnd] = OC_EXPR_AND,        [CXBinaryOperator_LOr] = OC_EXPR_OR,
    };
    return kind < sizeof operators / sizeof *operators ? operators[kind] : OC_EXPR_OTHER;
}

static tree read_binary(struct reader *reader, CXCursor expression) {
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expression);
    struct oc_cursors parts = oc_ast_expressions(reader->ast, expression);
    enum oc_operator op = binary_operator(kind);
    if (kind >= CXBinaryOperator_Assign && kind <= CXBinaryOperator_OrAssign)
        return refuse_bound(reader, expression, "has a side effect");
    if (parts.count != 2 || (op == OC_EXPR_OTHER && kind != CXBinaryOperator_Comma))
        return refuse_unsupported(reader, expression);
    tree left = read_expression(reader, parts.items[0]);
    tree right = left ? read_expression(reader, parts.items[1]) : NULL;
    return kind == CXBinaryOperator_Comma
               ? right
               : apply_operator(reader, expression, op, left, right, NULL);
}

static tree read_node(struct reader *reader, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(reader->ast, expression);
    switch (clang_getCursorKind(expression)) {
    case CXCursor_ParenExpr:
        if (parts.count == 1)
            return read_expression(reader, parts.items[0]);
        break;
    case CXCursor_CStyleCastExpr:
        if (parts.count > 0)
            return convert_operand(reader, expression,
                                   read_expression(reader, parts.items[parts.count - 1]));
        break;
    case CXCursor_ConditionalOperator:
        if (parts.count == 3)
            return read_conditional(reader, expression, parts.items);
        break;
    case CXCursor_UnexposedExpr:
        return read_unexposed(reader, expression);
    case CXCursor_DeclRefExpr:
        return read_value(reader, expression, read_name);
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return read_value(reader, expression, read_object);
    case CXCursor_UnaryOperator:
        return read_unary(reader, expression);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return read_binary(reader, expression);
    case CXCursor_CallExpr:
        return refuse_bound(reader, expression,
                            oc_arena_printf(reader->ast->arena, "calls '%s'",
                                            oc_ast_name(reader->ast, expression)));
    default:
        break;
    }
    return refuse_unsupported(reader, expression);
}

static tree read_expression(struct reader *reader, CXCursor expression) {
    const struct oc_integer *type = type_of(expression);
    int64_t value;
    // In a count, pointers point to void (counts.h).
    if (clang_getCanonicalType(clang_getCursorType(expression)).kind == CXType_Void)
        return refuse_pointer(reader, expression);
    if (!type)
        return refuse_bound(
            reader, expression,
            oc_arena_printf(reader->ast->arena, "computes with type '%s'",
                            oc_ast_type_name(reader->ast, clang_getCursorType(expression))));
    if (oc_ast_evaluate(expression, &value))
        return oc_expression_constant(reader->ast->arena, type, value);
    if (reader->depth == MAX_DEPTH)
        return refuse_bound(reader, expression, "is nested too deeply");
    reader->depth++;
    tree read = read_node(reader, expression);
    reader->depth--;
    return read;
}

// ---- Bounds ------------------------------------------------------------------------------------

bool oc_bound_read(struct oc_ast *ast, const struct oc_bound_site *site, CXCursor expression,
                   struct oc_bound *out) {
    struct reader reader = {.ast = ast, .site = site};
    int64_t value;
    out->expression = read_expression(&reader, expression);
    if (out->expression && oc_expression_is_constant(out->expression, &value) && value < 0)
        return refuse_bound(&reader, expression,
                            out->expression->type->is_signed
                                ? oc_arena_printf(ast->arena, "is negative (%" PRId64 ")", value)
                                : "is too large");
    return out->expression;
}

struct oc_bound oc_bound_constant(struct oc_ast *ast, int64_t value) {
    return (struct oc_bound){
        .expression = oc_expression_constant(ast->arena, oc_integer_named("unsigned long"), value),
        .spelling = oc_arena_printf(ast->arena, "%" PRId64, value)};
}
