#include "scan/barriers/rounding.h"

enum { DEPTH = 3 }; // variables, one initialised by the other

// What a variable that an expression names is initialised with; a null cursor: it is not.
static CXCursor initializer_of(CXCursor name) {
    CXCursor variable = clang_getCursorReferenced(name);
    return clang_getCursorKind(variable) == CXCursor_VarDecl
               ? clang_Cursor_getVarDeclInitializer(variable)
               : clang_getNullCursor();
}

typedef bool test_fn(struct oc_ast *ast, CXCursor expression, int depth);

static bool of_initializer(struct oc_ast *ast, CXCursor name, int depth, test_fn *test) {
    CXCursor initializer = initializer_of(name);
    return depth && !clang_Cursor_isNull(initializer) && test(ast, initializer, depth - 1);
}

static bool of_any_part(struct oc_ast *ast, CXCursor expression, int depth, test_fn *test) {
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    for (size_t i = 0; i < parts.count; i++)
        if (test(ast, parts.items[i], depth))
            return true;
    return false;
}

// Whether an expression, or the initialiser of a variable in it, divides.
static bool divides(struct oc_ast *ast, CXCursor expression, int depth) {
    if (clang_getCursorKind(expression) == CXCursor_DeclRefExpr)
        return of_initializer(ast, expression, depth, divides);
    if (clang_getCursorKind(expression) == CXCursor_BinaryOperator) {
        enum CXBinaryOperatorKind operator = clang_getCursorBinaryOperatorKind(expression);
        if (operator == CXBinaryOperator_Div || operator == CXBinaryOperator_Shr)
            return true;
    }
    return of_any_part(ast, expression, depth, divides);
}

static bool is_rounded(struct oc_ast *ast, CXCursor expression, int depth) {
    switch (clang_getCursorKind(expression)) {
    case CXCursor_DeclRefExpr:
        return of_initializer(ast, expression, depth, is_rounded);
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
    return of_any_part(ast, expression, depth, is_rounded);
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
