#include "scan/barriers/dependence.h"

size_t oc_dependence_variable(const struct oc_dependence *known, CXCursor variable) {
    size_t i = 0;
    while (i < known->variables->count && !clang_equalCursors(known->variables->items[i], variable))
        i++;
    return i;
}

static bool any_depends(const struct oc_dependence *known, const struct oc_cursors *expressions) {
    for (size_t i = 0; i < expressions->count; i++)
        if (oc_dependence_of(known, expressions->items[i]))
            return true;
    return false;
}

// Global id - thread id and global id / block size are the same for the whole block.
static bool operation_depends(const struct oc_dependence *known, enum CXBinaryOperatorKind operator,
                              CXCursor left, CXCursor right) {
    switch (operator) {
    case CXBinaryOperator_Assign:
    case CXBinaryOperator_Comma:
        return oc_dependence_of(known, right);
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_SubAssign:
        return oc_dependence_of(known, left) != oc_dependence_of(known, right);
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_DivAssign:
    case CXBinaryOperator_ShrAssign:
        return (oc_dependence_of(known, left) && oc_ast_truth(right) >= 0) ||
               oc_dependence_of(known, right);
    default:
        return oc_dependence_of(known, left) || oc_dependence_of(known, right);
    }
}

bool oc_dependence_of(const struct oc_dependence *known, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(known->ast, expression);
    enum CXUnaryOperatorKind unary;
    size_t index;
    switch (clang_getCursorKind(expression)) {
    case CXCursor_DeclRefExpr:
        index = oc_dependence_variable(known, clang_getCursorReferenced(expression));
        return index < known->variables->count && known->dependent[index];
    case CXCursor_CallExpr:
        return oc_ast_is_index_call(known->ast, expression);
    case CXCursor_UnaryOperator:
        unary = clang_getCursorUnaryOperatorKind(expression);
        return unary != CXUnaryOperator_Deref && unary != CXUnaryOperator_AddrOf &&
               any_depends(known, &parts);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return parts.count == 2 &&
               operation_depends(known, clang_getCursorBinaryOperatorKind(expression),
                                 parts.items[0], parts.items[1]);
    case CXCursor_ConditionalOperator:
        return any_depends(known, &parts);
    case CXCursor_CStyleCastExpr:
    case CXCursor_ParenExpr:
        return parts.count && oc_dependence_of(known, parts.items[parts.count - 1]);
    case CXCursor_UnexposedExpr: // an implicit conversion
    case CXCursor_InitListExpr:
        return parts.count == 1 && oc_dependence_of(known, parts.items[0]);
    default:
        return false;
    }
}
