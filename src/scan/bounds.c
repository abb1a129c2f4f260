#include "scan/bounds.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

// Deeper expressions are refused, so that no input exhausts the stack.
enum { MAX_DEPTH = 1000 };

struct writer {
    struct oc_ast *ast;
    const struct oc_bound_site *site;
    struct oc_text *text;
    unsigned depth;
};

static bool write_expression(struct writer *writer, CXCursor expression);

// Refuses the bound; the message reads "bound of parameter 'x' of kernel 'k' <what>".
static bool refuse(struct writer *writer, CXCursor at, const char *what) {
    const struct oc_bound_site *site = writer->site;
    oc_report(writer->ast->diag, OC_ERROR,
              site->count ? site->count->place : oc_ast_place(writer->ast, at), NULL,
              "%s %s; a %s is an integer expression over %s and constants", site->what, what,
              site->count ? "count" : "bound",
              site->count ? oc_count_operands(site->count) : "earlier parameters");
    return false;
}

static void add_literal(struct oc_text *text, const char *type, bool is_signed, int64_t value) {
    if (!is_signed)
        oc_text_printf(text, "((%s)%" PRIu64 "ULL)", type, (uint64_t)value);
    else if (value == INT64_MIN)
        oc_text_printf(text, "((%s)(-%" PRId64 "LL - 1))", type, INT64_MAX);
    else
        oc_text_printf(text, "((%s)%" PRId64 "LL)", type, value);
}

static bool write_conversion(struct writer *writer, CXType type, CXCursor operand) {
    oc_text_printf(writer->text, "((%s)", oc_ast_type_name(writer->ast, type));
    bool written = write_expression(writer, operand);
    oc_text_add(writer->text, ")");
    return written;
}

// The start of a call of the runtime's checked arithmetic (glue/preamble.h), up to its operands.
static void begin_checked(struct writer *writer, char operator, CXType type) {
    oc_text_printf(
        writer->text,
        "((%s)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, %d, "
        "%lld, %d, ",
        oc_ast_type_name(writer->ast, type), operator, clang_Type_getSizeOf(type),
        oc_ast_is_signed(type));
}

static bool write_checked(struct writer *writer, char operator, CXType type, CXCursor left,
                          CXCursor right) {
    begin_checked(writer, operator, type);
    bool written = write_expression(writer, left);
    oc_text_add(writer->text, ", ");
    written = written && write_expression(writer, right);
    oc_text_add(writer->text, "))");
    return written;
}

static bool write_choice(struct writer *writer, CXType type, CXCursor condition, CXCursor yes,
                         CXCursor no) {
    oc_text_printf(writer->text, "((%s)(", oc_ast_type_name(writer->ast, type));
    bool written = write_expression(writer, condition);
    oc_text_add(writer->text, " ? ");
    written = written && write_expression(writer, yes);
    oc_text_add(writer->text, " : ");
    written = written && write_expression(writer, no);
    oc_text_add(writer->text, "))");
    return written;
}

// Implicit conversions, and the few kinds of expression that libclang has no name for.
static bool write_unexposed(struct writer *writer, CXCursor expression) {
    CXType type = clang_getCursorType(expression);
    struct oc_cursors parts = oc_ast_expressions(writer->ast, expression);
    CXCursor chosen;
    if (parts.count == 1) {
        CXType from = oc_ast_plain_type(clang_getCursorType(parts.items[0]));
        if (clang_equalTypes(from, oc_ast_plain_type(type)))
            return write_expression(writer, parts.items[0]);
        return write_conversion(writer, type, parts.items[0]);
    }
    if (oc_ast_chosen(writer->ast, expression, &chosen))
        return write_expression(writer, chosen);
    // a ?: b has the operands a, a, a (converted), b. Computing a twice is right: bounds have no
    // side effects.
    if (parts.count == 4 && clang_equalCursors(parts.items[0], parts.items[1]))
        return write_choice(writer, type, parts.items[1], parts.items[2], parts.items[3]);
    return refuse(writer, expression, "uses an expression that is not supported in bounds");
}

// A local variable that stands for a member.
static bool write_member(struct writer *writer, CXCursor target) {
    const struct oc_bound_site *site = writer->site;
    if (!site->record || clang_getCursorKind(target) != CXCursor_VarDecl ||
        !clang_equalCursors(clang_getCursorSemanticParent(target), site->function))
        return false;
    oc_text_printf(writer->text, "%s.%s", site->record, oc_ast_name(writer->ast, target));
    return true;
}

static bool write_reference(struct writer *writer, CXCursor expression) {
    const struct oc_bound_site *site = writer->site;
    CXCursor target = clang_getCursorReferenced(expression);
    if (write_member(writer, target))
        return true;
    for (unsigned i = 0; i < site->param_index; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(site->function, i), target)) {
            oc_text_printf(writer->text, "__offloadcc_p%u", i);
            return true;
        }
    return refuse(
        writer, expression,
        oc_arena_printf(writer->ast->arena, "uses '%s', which is neither a %s nor a constant",
                        oc_ast_name(writer->ast, target), site->record ? "member" : "parameter"));
}

// Whether an expression is a struct, or an array in one, and no pointer to it. libclang shows array
// parameters as arrays even where they are used as pointers.
static bool is_object(struct writer *writer, CXCursor expression) {
    CXType type = clang_getCanonicalType(clang_getCursorType(expression));
    return type.kind == CXType_Record ||
           (writer->site->record && type.kind == CXType_ConstantArray);
}

// A member, or an element of one, of a struct that is passed by value. Bases are not integers, so
// they do not go through write_expression.
static bool write_lvalue(struct writer *writer, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(writer->ast, expression);
    enum CXCursorKind kind = clang_getCursorKind(expression);
    if (kind == CXCursor_DeclRefExpr)
        return is_object(writer, expression)
                   ? write_reference(writer, expression)
                   : refuse(writer, expression, "reads memory through a pointer");
    if ((kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr) && parts.count == 1)
        return write_lvalue(writer, parts.items[0]);
    if (kind == CXCursor_MemberRefExpr && parts.count == 1) {
        if (clang_getCanonicalType(clang_getCursorType(parts.items[0])).kind != CXType_Record)
            return refuse(writer, expression, "reads memory through a pointer");
        if (!write_lvalue(writer, parts.items[0]))
            return false;
        oc_text_printf(writer->text, ".%s", oc_ast_name(writer->ast, expression));
        return true;
    }
    if (kind != CXCursor_ArraySubscriptExpr || parts.count != 2)
        return refuse(writer, expression, "reads memory through a pointer");
    // The array before it became a pointer.
    struct oc_cursors inner = oc_ast_expressions(writer->ast, parts.items[0]);
    CXType array = {.kind = CXType_Invalid};
    if (inner.count == 1)
        array = clang_getCanonicalType(clang_getCursorType(inner.items[0]));
    int64_t index;
    if (array.kind != CXType_ConstantArray)
        return refuse(writer, expression, "reads memory through a pointer");
    if (!oc_ast_evaluate(parts.items[1], &index) || index < 0 || index >= clang_getArraySize(array))
        return refuse(writer, expression, "has an index that is no constant in the array's range");
    if (!write_lvalue(writer, inner.items[0]))
        return false;
    oc_text_printf(writer->text, "[%" PRId64 "]", index);
    return true;
}

static bool write_unary(struct writer *writer, CXCursor expression) {
    CXType type = oc_ast_plain_type(clang_getCursorType(expression));
    struct oc_cursors parts = oc_ast_expressions(writer->ast, expression);
    if (parts.count != 1)
        return refuse(writer, expression, "uses an expression that is not supported in bounds");
    const char *name = oc_ast_type_name(writer->ast, type);
    bool written;
    switch (clang_getCursorUnaryOperatorKind(expression)) {
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
        return write_expression(writer, parts.items[0]);
    case CXUnaryOperator_Minus:
        if (!oc_ast_is_signed(type)) {
            oc_text_printf(writer->text, "((%s)-", name);
            break;
        }
        begin_checked(writer, '-', type);
        oc_text_add(writer->text, "0, ");
        written = write_expression(writer, parts.items[0]);
        oc_text_add(writer->text, "))");
        return written;
    case CXUnaryOperator_Not:
        oc_text_printf(writer->text, "((%s)~", name);
        break;
    case CXUnaryOperator_LNot:
        oc_text_printf(writer->text, "((%s)!", name);
        break;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        return refuse(writer, expression, "has a side effect");
    default:
        return refuse(writer, expression, "reads memory through a pointer");
    }
    written = write_expression(writer, parts.items[0]);
    oc_text_add(writer->text, ")");
    return written;
}

// The operator's character if its result is to be checked in this type, 0 where C defines all
// results. Unsigned division is checked too, for zero, and shifts.
static char checked_operator(enum CXBinaryOperatorKind operator, CXType type) {
    switch (operator) {
    case CXBinaryOperator_Div:
        return '/';
    case CXBinaryOperator_Rem:
        return '%';
    case CXBinaryOperator_Shl:
        return '<';
    case CXBinaryOperator_Shr:
        return '>';
    case CXBinaryOperator_Add:
        return oc_ast_is_signed(type) ? '+' : 0;
    case CXBinaryOperator_Sub:
        return oc_ast_is_signed(type) ? '-' : 0;
    case CXBinaryOperator_Mul:
        return oc_ast_is_signed(type) ? '*' : 0;
    default:
        return 0;
    }
}

static bool write_binary(struct writer *writer, CXCursor expression) {
    enum CXBinaryOperatorKind operator = clang_getCursorBinaryOperatorKind(expression);
    CXType type = oc_ast_plain_type(clang_getCursorType(expression));
    struct oc_cursors parts = oc_ast_expressions(writer->ast, expression);
    if (operator >= CXBinaryOperator_Assign && operator <= CXBinaryOperator_OrAssign)
        return refuse(writer, expression, "has a side effect");
    if (parts.count != 2 || operator <= CXBinaryOperator_PtrMemI)
        return refuse(writer, expression, "uses an expression that is not supported in bounds");
    CXCursor left = parts.items[0], right = parts.items[1];
    if (operator == CXBinaryOperator_Comma) {
        struct oc_text dropped = {.arena = writer->ast->arena};
        struct writer side = *writer;
        side.text = &dropped;
        return write_expression(&side, left) && write_expression(writer, right);
    }
    char checked = checked_operator(operator, type);
    if (checked)
        return write_checked(writer, checked, type, left, right);
    oc_text_printf(writer->text, "((%s)(", oc_ast_type_name(writer->ast, type));
    bool written = write_expression(writer, left);
    oc_text_printf(writer->text, " %s ",
                   oc_ast_string(writer->ast, clang_getBinaryOperatorKindSpelling(operator)));
    written = written && write_expression(writer, right);
    oc_text_add(writer->text, "))");
    return written;
}

static bool write_call(struct writer *writer, CXCursor expression) {
    return refuse(
        writer, expression,
        oc_arena_printf(writer->ast->arena, "calls '%s'", oc_ast_name(writer->ast, expression)));
}

static bool write_node(struct writer *writer, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(writer->ast, expression);
    switch (clang_getCursorKind(expression)) {
    case CXCursor_ParenExpr:
        if (parts.count == 1)
            return write_expression(writer, parts.items[0]);
        break;
    case CXCursor_CStyleCastExpr:
        if (parts.count > 0)
            return write_conversion(writer, clang_getCursorType(expression),
                                    parts.items[parts.count - 1]);
        break;
    case CXCursor_ConditionalOperator:
        if (parts.count == 3)
            return write_choice(writer, clang_getCursorType(expression), parts.items[0],
                                parts.items[1], parts.items[2]);
        break;
    case CXCursor_UnexposedExpr:
        return write_unexposed(writer, expression);
    case CXCursor_DeclRefExpr:
        return write_reference(writer, expression);
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return write_lvalue(writer, expression);
    case CXCursor_UnaryOperator:
        return write_unary(writer, expression);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return write_binary(writer, expression);
    case CXCursor_CallExpr:
        return write_call(writer, expression);
    default:
        break;
    }
    return refuse(writer, expression, "uses an expression that is not supported in bounds");
}

static bool write_expression(struct writer *writer, CXCursor expression) {
    CXType type = oc_ast_plain_type(clang_getCursorType(expression));
    if (!oc_ast_is_integer(type) || clang_Type_getSizeOf(type) > 8)
        return refuse(writer, expression,
                      oc_arena_printf(writer->ast->arena, "computes with type '%s'",
                                      oc_ast_type_name(writer->ast, type)));
    int64_t value;
    if (oc_ast_evaluate(expression, &value)) {
        add_literal(writer->text, oc_ast_type_name(writer->ast, type), oc_ast_is_signed(type),
                    value);
        return true;
    }
    if (writer->depth == MAX_DEPTH)
        return refuse(writer, expression, "is nested too deeply");
    writer->depth++;
    bool written = write_node(writer, expression);
    writer->depth--;
    return written;
}

bool oc_bound_write(struct oc_ast *ast, const struct oc_bound_site *site, CXCursor expression,
                    struct oc_bound *out) {
    struct oc_text text = {.arena = ast->arena};
    struct writer writer = {.ast = ast, .site = site, .text = &text};
    if (!write_expression(&writer, expression))
        return false;
    int64_t value = 0;
    bool constant = oc_ast_evaluate(expression, &value);
    if (constant && value < 0) {
        bool is_signed = oc_ast_is_signed(oc_ast_plain_type(clang_getCursorType(expression)));
        return refuse(&writer, expression,
                      is_signed ? oc_arena_printf(ast->arena, "is negative (%" PRId64 ")", value)
                                : "is too large");
    }
    out->text = text.data;
    out->constant = constant;
    out->value = value;
    return true;
}

void oc_bound_set_constant(struct oc_ast *ast, int64_t value, struct oc_bound *out) {
    struct oc_text text = {.arena = ast->arena};
    add_literal(&text, "unsigned long", false, value);
    out->text = text.data;
    out->constant = true;
    out->value = value;
}
