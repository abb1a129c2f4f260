#include "scan/cplusplus.h"

#include "base/names.h"

#include <string.h>

// Whether a function's declaration has a body, which was not parsed: libclang does not say.
static bool has_body(struct oc_ast *ast, CXCursor function) {
    CXFile file;
    unsigned at;
    size_t size;
    clang_getExpansionLocation(clang_getRangeEnd(clang_getCursorExtent(function)), &file, NULL,
                               NULL, &at);
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    if (!text || at > size)
        return false;
    const char *rest = text + at + strspn(text + at, " \t\r\n");
    while (strncmp(rest, "//", 2) == 0 || strncmp(rest, "/*", 2) == 0) {
        const char *end = rest[1] == '/' ? strchr(rest, '\n') : strstr(rest + 2, "*/");
        if (!end)
            return false;
        rest = end + (rest[1] == '/' ? 1 : 2);
        rest += strspn(rest, " \t\r\n");
    }
    return *rest == '{';
}

static enum CXChildVisitResult check_declaration(CXCursor cursor, CXCursor parent,
                                                 CXClientData data) {
    (void)parent;
    struct oc_ast *ast = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    // The `extern "C"` of a mark is in our header.
    if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl ||
        (kind == CXCursor_Namespace && !oc_ast_in_system_header(cursor)))
        return CXChildVisit_Recurse;
    if (kind != CXCursor_FunctionDecl || !oc_ast_is_marked(cursor, OC_ANNOTATION_KERNEL) ||
        !has_body(ast, cursor))
        return CXChildVisit_Continue;
    const char *name = oc_ast_name(ast, cursor);
    oc_report(ast->diag, OC_ERROR, oc_ast_place(ast, cursor), NULL,
              "kernel '%s' is defined in C++, and kernels are C: move it, and its launches, into a "
              ".c file; C++ may include a header that declares it, and call a C function that "
              "launches it",
              name);
    return CXChildVisit_Continue;
}

void oc_cplusplus_check(struct oc_ast *ast) {
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), check_declaration, ast);
}

// Whether the line of an error has a mark of ours.
static bool is_in_kernel(struct oc_ast *ast, CXDiagnostic error) {
    CXFile file;
    unsigned at;
    size_t size;
    clang_getExpansionLocation(clang_getDiagnosticLocation(error), &file, NULL, NULL, &at);
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    if (!text || at >= size)
        return false;
    // A declaration begins after the one before it.
    size_t start = at;
    while (start > 0 && !strchr(";{}", text[start - 1]))
        start--;
    const char *head = oc_arena_strndup(ast->arena, text + start, at - start);
    return strstr(head, OC_ANNOTATION_KERNEL) != NULL;
}

void oc_cplusplus_explain(struct oc_ast *ast) {
    bool explained = false;
    for (unsigned i = 0; !explained && i < clang_getNumDiagnostics(ast->unit); i++) {
        CXDiagnostic error = clang_getDiagnostic(ast->unit, i);
        explained =
            clang_getDiagnosticSeverity(error) >= CXDiagnostic_Error && is_in_kernel(ast, error);
        struct oc_place place = {0};
        CXString name;
        clang_getPresumedLocation(clang_getDiagnosticLocation(error), &name, &place.line,
                                  &place.column);
        place.file = oc_ast_string(ast, name);
        if (explained)
            oc_report(ast->diag, OC_NOTE, place, NULL,
                      "kernels are C, but C++ may include their declarations: write them for both "
                      "languages, 'float *x offload_count(n)' instead of 'float x[n]', and "
                      "'__restrict' instead of 'restrict'");
        clang_disposeDiagnostic(error);
    }
}
