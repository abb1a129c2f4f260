#include "scan/cplusplus.h"

#include "base/names.h"

#include <ctype.h>
#include <string.h>

// ---- Definitions of kernels --------------------------------------------------------------------

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

// ---- What clang finds wrong ---------------------------------------------------------------------

// The text of the declaration before the place of an error, and the word there: of a macro, where
// it is used.
struct fault {
    const char *head, *word;
    struct oc_place place;
};

static bool is_of_word(char character) {
    return isalnum((unsigned char)character) || character == '_';
}

static struct fault read_fault(struct oc_ast *ast, CXDiagnostic error) {
    struct fault fault = {"", "", {0}};
    CXFile file;
    CXString name;
    unsigned at;
    size_t size;
    CXSourceLocation location = clang_getDiagnosticLocation(error);
    clang_getPresumedLocation(location, &name, &fault.place.line, &fault.place.column);
    fault.place.file = oc_ast_string(ast, name);
    clang_getExpansionLocation(location, &file, NULL, NULL, &at);
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    if (!text || at >= size)
        return fault;
    // A declaration begins after the one before it.
    size_t start = at, end = at;
    while (start > 0 && !strchr(";{}", text[start - 1]))
        start--;
    while (end < size && is_of_word(text[end]))
        end++;
    fault.head = oc_arena_strndup(ast->arena, text + start, at - start);
    fault.word = oc_arena_strndup(ast->arena, text + at, end - at);
    return fault;
}

static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || !is_of_word(at[-1])) && !is_of_word(at[length]))
            return true;
    return false;
}

// What is wrong at a mark, after "kernels": what comes before it may not come before `extern "C"`,
// which it begins with. NULL: the error is not at a mark.
static const char *explanation_of(const struct fault *fault) {
    static const struct {
        const char *word, *explanation;
    } explanations[] = {
        {"template", "are C, which has no templates: write one for each type in a .c file, and "
                     "declare them in a header that the C++ file includes"},
        {"static", "are C, and C++ can declare only those that other files define: leave out "
                   "'static', or move the definition into a .c file"},
        {"inline", "are C, and C++ can declare only those that other files define: leave out "
                   "'inline', or move the definition into a .c file"},
        {"", "are C: declare them outside classes, and write the mark first"},
    };
    if (strcmp(fault->word, OC_ANNOTATION_KERNEL) != 0 &&
        strcmp(fault->word, OC_ANNOTATION_DEVICE) != 0)
        return NULL;
    size_t i = 0;
    while (*explanations[i].word && !has_word(fault->head, explanations[i].word))
        i++;
    return explanations[i].explanation;
}

static void explain(struct oc_ast *ast, enum oc_severity severity, const struct fault *fault) {
    bool is_kernel = strcmp(fault->word, OC_ANNOTATION_KERNEL) == 0;
    oc_report(ast->diag, severity, fault->place, NULL, "%s %s",
              is_kernel ? "kernels" : "functions marked " OC_ANNOTATION_DEVICE,
              explanation_of(fault));
}

static void explain_bounds(struct oc_ast *ast, const struct fault *fault) {
    oc_report(ast->diag, OC_NOTE, fault->place, NULL,
              "kernels are C, but C++ may include their declarations: write them for both "
              "languages, 'float *x offload_count(n)' instead of 'float x[n]', and "
              "'__restrict' instead of 'restrict'");
}

bool oc_cplusplus_explain(struct oc_ast *ast) {
    unsigned count = clang_getNumDiagnostics(ast->unit), errors = 0;
    struct fault *faults = OC_NEW_ARRAY(ast->arena, count + 1, struct fault);
    bool all = true, explained = false;
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic error = clang_getDiagnostic(ast->unit, i);
        if (clang_getDiagnosticSeverity(error) >= CXDiagnostic_Error)
            faults[errors++] = read_fault(ast, error);
        clang_disposeDiagnostic(error);
    }
    for (unsigned i = 0; i < errors; i++)
        all &= explanation_of(&faults[i]) != NULL;
    for (unsigned i = 0; i < errors; i++) {
        struct oc_place place = faults[i].place,
                        last = i > 0 ? faults[i - 1].place : (struct oc_place){0};
        if (explanation_of(&faults[i])) {
            if (place.line != last.line || place.column != last.column)
                explain(ast, all ? OC_ERROR : OC_NOTE, &faults[i]);
        } else if (!explained && strstr(faults[i].head, OC_ANNOTATION_KERNEL)) {
            explain_bounds(ast, &faults[i]);
            explained = true;
        }
    }
    return all && errors;
}
