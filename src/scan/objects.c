#include "scan/objects.h"

#include "model/evaluate.h"

// The bytes of an object that is named whole: a variable, or a literal.
static bool whole_bytes(CXCursor object, int64_t *bytes) {
    enum CXCursorKind kind = clang_getCursorKind(object);
    CXCursor target = clang_getCursorReferenced(object);
    bool is_object =
        kind == CXCursor_CompoundLiteralExpr ||
        (kind == CXCursor_DeclRefExpr && clang_getCursorKind(target) == CXCursor_VarDecl);
    CXType type =
        clang_getCanonicalType(clang_getCursorType(kind == CXCursor_DeclRefExpr ? target : object));
    *bytes = clang_Type_getSizeOf(type);
    return is_object && type.kind != CXType_VariableArray && *bytes > 0;
}

static bool bytes_after(struct oc_ast *ast, CXCursor array, CXCursor index, CXType element,
                        int64_t *bytes) {
    int64_t at, size = clang_Type_getSizeOf(element);
    if (!oc_object_bytes(ast, array, bytes) || !oc_ast_evaluate(index, &at) || size < 1 || at < 0 ||
        at > *bytes / size)
        return false;
    *bytes -= at * size;
    return true;
}

bool oc_object_bytes(struct oc_ast *ast, CXCursor expression, int64_t *bytes) {
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    CXType type = clang_getCanonicalType(clang_getCursorType(expression));
    switch (clang_getCursorKind(expression)) {
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        return parts.count && oc_object_bytes(ast, parts.items[parts.count - 1], bytes);
    case CXCursor_DeclRefExpr:
    case CXCursor_CompoundLiteralExpr:
        return oc_ast_is_array(type) && whole_bytes(expression, bytes);
    case CXCursor_BinaryOperator:
        return parts.count == 2 && type.kind == CXType_Pointer &&
               clang_getCursorBinaryOperatorKind(expression) == CXBinaryOperator_Add &&
               bytes_after(ast, parts.items[0], parts.items[1], clang_getPointeeType(type), bytes);
    case CXCursor_ArraySubscriptExpr: // an array in an array
        return parts.count == 2 && oc_ast_is_array(type) &&
               bytes_after(ast, parts.items[0], parts.items[1], type, bytes);
    case CXCursor_UnaryOperator:
        if (parts.count != 1 ||
            clang_getCursorUnaryOperatorKind(expression) != CXUnaryOperator_AddrOf)
            return false;
        expression = parts.items[0];
        while (clang_getCursorKind(expression) == CXCursor_ParenExpr)
            expression = oc_ast_expressions(ast, expression).items[0];
        if (clang_getCursorKind(expression) != CXCursor_ArraySubscriptExpr)
            return whole_bytes(expression, bytes);
        parts = oc_ast_expressions(ast, expression);
        return parts.count == 2 && bytes_after(ast, parts.items[0], parts.items[1],
                                               clang_getCursorType(expression), bytes);
    default:
        return false;
    }
}

void oc_objects_check(struct oc_ast *ast, CXCursor call, const struct oc_kernel *kernel,
                      const struct oc_launch *launch) {
    for (unsigned i = 0; i < launch->argument_count && i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        CXCursor argument = clang_Cursor_getArgument(call, i);
        int64_t object, mapped;
        if (param->kind != OC_PARAM_ARRAY || !oc_object_bytes(ast, argument, &object) ||
            !oc_evaluate_bytes(param->size, param->bounds, param->bound_count, launch, &mapped) ||
            mapped <= object)
            continue;
        int64_t constant;
        bool is_fixed = oc_evaluate_bytes(param->size, param->bounds, param->bound_count, NULL,
                                          &constant); // whatever the launch passes
        if (is_fixed)
            oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, argument), "offload-beyond-array",
                      "parameter '%s' of kernel '%s' needs %lld bytes, but the argument has only "
                      "%lld; pass a larger array",
                      param->name, kernel->name, (long long)mapped, (long long)object);
        else
            oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, argument), "offload-beyond-array",
                      "parameter '%s' of kernel '%s' needs %lld bytes in this launch, because of "
                      "its bound '%s', but the argument has only %lld; pass a larger array, or a "
                      "smaller number for the bound",
                      param->name, kernel->name, (long long)mapped, param->bounds[0].spelling,
                      (long long)object);
    }
}
