#include "scan/barriers/rounding.h"

enum { DEPTH = 3 }; // variables, one initialised by the other

static bool is_rounded(struct oc_ast *ast, CXCursor expression, int depth);

// Whether an expression, or the initialiser of a variable in it, divides.
static bool divides(struct oc_ast *ast, CXCursor expression, int depth) {
    if (clang_getCursorKind(expression) == CXCursor_DeclRefExpr) {
        CXCursor variable = clang_getCursorReferenced(expression);
        CXCursor initializer = clang_Cursor_getVarDeclInitializer(variable);
        return depth && clang_getCursorKind(variable) == CXCursor_VarDecl &&
               !clang_Cursor_isNull(initializer) && divides(ast, initializer, depth - 1);
    }
    if (clang_getCursorKind(expression) == CXCursor_BinaryOperator) {
        enum CXBinaryOperatorKind operator = clang_getCursorBinaryOperatorKind(expression);
        if (operator == CXBinaryOperator_Div || operator == CXBinaryOperator_Shr)
            return true;
    }
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    for (size_t i = 0; i < parts.count; i++)
        if (divides(ast, parts.items[i], depth))
            return true;
    return false;
}

static bool is_rounded_variable(struct oc_ast *ast, CXCursor variable, int depth) {
    if (!depth || clang_getCursorKind(variable) != CXCursor_VarDecl)
        return false;
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(variable);
    return !clang_Cursor_isNull(initializer) && is_rounded(ast, initializer, depth - 1);
}

static bool is_rounded(struct oc_ast *ast, CXCursor expression, int depth) {
    switch (clang_getCursorKind(expression)) {
    case CXCursor_DeclRefExpr:
        return is_rounded_variable(ast, clang_getCursorReferenced(expression), depth);
    case CXCursor_CallExpr:
        return !oc_ast_is_index_call(ast, expression) &&
               !oc_ast_in_system_header(clang_getCursorReferenced(expression));
    case CXCursor_BinaryOperator:
        switch (clang_getCursorBinaryOperatorKind(expression)) {
        case CXBinaryOperator_Mul:
        case CXBinaryOperator_Shl:
            if (divides(ast, expression, depth))
                return true;
            break;
        case CXBinaryOperator_Rem:
        case CXBinaryOperator_And:
            return true;
        default:
            break;
        }
        break;
    default:
        break;
    }
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    for (size_t i = 0; i < parts.count; i++)
        if (is_rounded(ast, parts.items[i], depth))
            return true;
    return false;
}

bool oc_rounding_may_be(struct oc_ast *ast, CXCursor condition) {
    struct oc_cursors parts = oc_ast_expressions(ast, condition);
    if (clang_getCursorKind(condition) != CXCursor_BinaryOperator || parts.count != 2)
        return false;
    switch (clang_getCursorBinaryOperatorKind(condition)) {
    case CXBinaryOperator_LT:
    case CXBinaryOperator_NE:
        return is_rounded(ast, parts.items[1], DEPTH);
    case CXBinaryOperator_GT:
        return is_rounded(ast, parts.items[0], DEPTH);
    default:
        return false;
    }
}
