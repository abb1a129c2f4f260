#include "scan/objects.h"

#include "base/text.h"
#include "model/evaluate.h"

#include <string.h>

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

// ---- Algorithms --------------------------------------------------------------------------------

// Whether a token is in the text of offload_algorithms.h or one of its parts.
static bool is_of_algorithms(struct oc_ast *ast, CXCursor param) {
    CXFile file;
    clang_getSpellingLocation(clang_getCursorLocation(param), &file, NULL, NULL, NULL);
    if (!file) // the command line
        return false;
    const char *path = oc_ast_string(ast, clang_getFileName(file)), *slash = strrchr(path, '/');
    return oc_starts_with(slash ? slash + 1 : path, "offload_algorithms");
}

// The value of the argument for a parameter of this name, if it is a constant that is not negative.
static bool find_number(struct oc_ast *ast, CXCursor call, CXCursor function, const char *name,
                        int64_t *value) {
    int count = clang_Cursor_getNumArguments(function);
    for (unsigned i = 0; (int)i < count; i++)
        if (strcmp(oc_ast_name(ast, clang_Cursor_getArgument(function, i)), name) == 0)
            return oc_ast_evaluate(clang_Cursor_getArgument(call, i), value) && *value >= 0;
    return false;
}

// How many elements the array has that is passed for a parameter of this name: the names are those
// of the header.
static bool find_elements(struct oc_ast *ast, CXCursor call, CXCursor function, const char *name,
                          int64_t *elements) {
    static const char *const arrays[] = {"__x", "__y", "__flags", "__keys", "__held"};
    int64_t columns;
    if (strcmp(name, "__counts") == 0)
        return find_number(ast, call, function, "__bins", elements);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (strcmp(name, arrays[i]) == 0)
            return find_number(ast, call, function, "__n", elements) ||
                   (find_number(ast, call, function, "__rows", elements) &&
                    find_number(ast, call, function, "__columns", &columns) &&
                    !__builtin_mul_overflow(*elements, columns, elements));
    return false;
}

// An argument without what the header's macros put around it: a cast to void *, and parentheses.
static CXCursor without_cast(struct oc_ast *ast, CXCursor argument) {
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(argument);
        CXType type = clang_getCanonicalType(clang_getCursorType(argument));
        bool is_void = type.kind == CXType_Pointer &&
                       clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Void;
        struct oc_cursors parts = oc_ast_expressions(ast, argument);
        if (!parts.count || (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr &&
                             (kind != CXCursor_CStyleCastExpr || !is_void)))
            return argument;
        argument = parts.items[parts.count - 1];
    }
}

// The function that an expression names, perhaps as __builtin_choose_expr selects it.
static CXCursor find_function(struct oc_ast *ast, CXCursor expression) {
    CXCursor target = clang_getCursorReferenced(expression), chosen;
    enum CXCursorKind kind = clang_getCursorKind(expression);
    if (clang_getCursorKind(target) == CXCursor_FunctionDecl)
        return target;
    if (oc_ast_chosen(ast, expression, &chosen))
        return find_function(ast, chosen);
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    return parts.count && (kind == CXCursor_CallExpr || kind == CXCursor_UnexposedExpr ||
                           kind == CXCursor_ParenExpr)
               ? find_function(ast, parts.items[0])
               : clang_getNullCursor();
}

void oc_objects_check_algorithm(struct oc_ast *ast, CXCursor call) {
    CXCursor function = find_function(ast, call);
    int count = clang_Cursor_getNumArguments(function);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || count < 2 ||
        clang_Cursor_getNumArguments(call) != count ||
        !oc_starts_with(oc_ast_name(ast, clang_Cursor_getArgument(function, 0)), "__") ||
        !is_of_algorithms(ast, clang_Cursor_getArgument(function, 0)))
        return;
    for (unsigned i = 1; (int)i < count; i++) {
        const char *name = oc_ast_name(ast, clang_Cursor_getArgument(function, i));
        CXCursor argument = without_cast(ast, clang_Cursor_getArgument(call, i));
        CXType type = clang_getCanonicalType(clang_getCursorType(argument));
        CXType element = type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                     : clang_getArrayElementType(type);
        int64_t object, elements, size = clang_Type_getSizeOf(element);
        if (size < 1 || !find_elements(ast, call, function, name, &elements) ||
            !oc_object_bytes(ast, argument, &object) || elements <= object / size)
            continue;
        oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, call), "offload-beyond-array",
                  "%lld elements of %lld bytes do not fit in the array given as '%s', which has "
                  "room for only %lld; pass a larger array, or a smaller number",
                  (long long)elements, (long long)size,
                  strcmp(name, "__held") == 0 ? "values" : name + strlen("__"),
                  (long long)(object / size));
    }
}
