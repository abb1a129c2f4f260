#include "launches.h"

#include <string.h>

struct check {
    struct oc_ast *ast;
    bool valid;
};

// The mark may stand at any declaration before.
static bool is_kernel(CXCursor function) {
    CXCursor definition = clang_getCursorDefinition(function);
    return oc_ast_is_marked(function, "offload_kernel") ||
           (!clang_Cursor_isNull(definition) && oc_ast_is_marked(definition, "offload_kernel"));
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct check *check = data;
    if (clang_getCursorKind(cursor) != CXCursor_CallExpr ||
        strcmp(oc_ast_name(check->ast, cursor), "__offloadcc_configure") != 0 ||
        clang_Cursor_getNumArguments(cursor) < 1)
        return CXChildVisit_Recurse;
    CXCursor function = oc_ast_function(check->ast, clang_Cursor_getArgument(cursor, 0));
    if (clang_Cursor_isNull(function) || is_kernel(function))
        return CXChildVisit_Recurse;
    check->valid = false;
    const char *name = oc_ast_name(check->ast, function);
    oc_report(check->ast->diag, OC_ERROR, oc_ast_place(check->ast, cursor), NULL,
              "offload() launches kernels, and '%s' is none; mark it offload_kernel, or call it "
              "without offload()",
              name);
    oc_report(check->ast->diag, OC_NOTE, oc_ast_place(check->ast, function), NULL,
              "'%s' is declared here", name);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
        !oc_ast_in_system_header(cursor))
        clang_visitChildren(cursor, visit, data);
    return CXChildVisit_Continue;
}

bool oc_launches_check(struct oc_ast *ast) {
    struct check check = {.ast = ast, .valid = true};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_top, &check);
    return check.valid;
}
