#include "scan/marks.h"

#include "base/names.h"
#include "scan/counts.h"
#include "scan/directions.h"

#define WARNING "offload-misplaced-mark"

static bool is_pointer(CXType type) {
    CXType canonical = clang_getCanonicalType(type);
    return canonical.kind == CXType_Pointer || oc_ast_is_array(canonical);
}

static bool is_function_pointer(CXType type) {
    CXType canonical = clang_getCanonicalType(type);
    return canonical.kind == CXType_Pointer &&
           oc_ast_is_function(clang_getCanonicalType(clang_getPointeeType(canonical)));
}

// The mark of a pointer that a declaration has, as users write it, or NULL.
static const char *pointer_mark(struct oc_ast *ast, CXCursor declaration) {
    const char *mark = oc_marks_name(oc_marks_read(declaration));
    return mark ? mark : oc_counts_mark(ast, declaration);
}

// The first declaration of the same thing; later ones inherit its marks.
static CXCursor first_of(CXCursor declaration, CXCursor parent) {
    CXCursor first = clang_getCanonicalCursor(parent);
    if (clang_getCursorKind(declaration) != CXCursor_ParmDecl)
        return clang_getCanonicalCursor(declaration);
    for (unsigned i = 0; (int)i < clang_Cursor_getNumArguments(parent); i++)
        if (clang_equalCursors(clang_Cursor_getArgument(parent, i), declaration))
            return clang_Cursor_getArgument(first, i);
    return declaration;
}

// Pointers to kernels work, marked or not.
static void check_kernel(struct oc_ast *ast, CXCursor declaration, bool *valid) {
    const char *name = oc_ast_name(ast, declaration);
    if (is_function_pointer(clang_getCursorType(declaration)))
        oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, declaration), WARNING,
                  "offload_kernel has no effect on '%s', which is a pointer; remove it, and mark "
                  "the functions that are launched: offload() launches kernels through any pointer",
                  name);
    else if (clang_getCursorKind(declaration) == CXCursor_TypedefDecl)
        oc_ast_refuse(ast, valid, declaration,
                      "typedef '%s' is marked offload_kernel, which does not make kernels of the "
                      "functions that are declared with it; mark each of these functions instead",
                      name);
    else
        oc_ast_refuse(ast, valid, declaration,
                      "'%s' is marked offload_kernel, which is for functions; remove the mark",
                      name);
}

// Of a mark for pointers on a parameter, but not one of a pointer's or typedef's type.
static void check_parameter(struct oc_ast *ast, CXCursor parameter, CXCursor function,
                            const char *mark) {
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || oc_ast_is_kernel(function))
        return;
    const char *name = oc_ast_name(ast, function);
    oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, parameter), WARNING,
              "%s has no effect on a parameter of '%s', which is not a kernel; remove it, or mark "
              "'%s' offload_kernel",
              mark, name, name);
}

static void check_pointer(struct oc_ast *ast, CXCursor declaration, CXCursor parent,
                          const char *mark) {
    enum CXCursorKind kind = clang_getCursorKind(declaration);
    bool is_member = kind == CXCursor_FieldDecl;
    if (is_member && is_pointer(clang_getCursorType(declaration)))
        return;
    if (kind == CXCursor_ParmDecl)
        check_parameter(ast, declaration, parent, mark);
    else
        oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, declaration), WARNING,
                  "%s has no effect on '%s'%s; it is for parameters of kernels and for pointers in "
                  "structs; remove it",
                  mark, oc_ast_name(ast, declaration), is_member ? ", which is not a pointer" : "");
}

void oc_marks_check(struct oc_ast *ast, CXCursor declaration, CXCursor parent, bool *valid) {
    if (!clang_Cursor_hasAttrs(declaration))
        return;
    bool is_function = clang_getCursorKind(declaration) == CXCursor_FunctionDecl;
    if (!is_function && oc_ast_is_marked(declaration, OC_ANNOTATION_KERNEL))
        check_kernel(ast, declaration, valid);
    if (!is_function && oc_ast_is_marked(declaration, OC_ANNOTATION_DEVICE))
        oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, declaration), WARNING,
                  "offload_device has no effect on '%s', which is not a function; %s",
                  oc_ast_name(ast, declaration),
                  clang_getCursorKind(declaration) == CXCursor_VarDecl &&
                          !is_function_pointer(clang_getCursorType(declaration))
                      ? "variables that live on the device are marked offload_global"
                      : "remove it, and mark the functions themselves");
    if (ast->diag->errors)
        return;
    CXCursor first = first_of(declaration, parent);
    bool is_first = clang_equalCursors(first, declaration);
    const char *mark = pointer_mark(ast, declaration);
    if (mark && (is_first || !pointer_mark(ast, first)))
        check_pointer(ast, declaration, parent, mark);
    bool is_kernel = is_function && oc_ast_is_kernel(declaration);
    if (!is_kernel && oc_ast_is_marked(declaration, OC_ANNOTATION_BLOCK_LIMIT) &&
        (is_first || !oc_ast_is_marked(first, OC_ANNOTATION_BLOCK_LIMIT)))
        oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, declaration), WARNING,
                  "offload_block_limit has no effect on '%s', which is not a kernel; remove it, or "
                  "mark '%s' offload_kernel",
                  oc_ast_name(ast, declaration), oc_ast_name(ast, declaration));
}
