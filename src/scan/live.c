#include "scan/live.h"

#include "base/names.h"
#include "base/stringmap.h"

#include <ctype.h>
#include <string.h>

struct walk {
    struct oc_ast *ast;
    CXCursorSet seen;            // definitions of functions that are used
    struct oc_cursors waiting;   // those of them that are to be walked
    struct oc_stringmap statics; // names of static functions; plus 1: the index in `functions`
    struct oc_cursors functions; // their definitions
};

static void use(struct walk *walk, CXCursor function) {
    CXCursor definition = clang_getCursorDefinition(function);
    if (!clang_Cursor_isNull(definition) && clang_CXCursorSet_insert(walk->seen, definition))
        oc_cursors_add(walk->ast, &walk->waiting, definition);
}

// libclang does not say which functions an attribute such as cleanup(f) or alias("f") names. So
// every name in the text counts.
static void use_names(struct walk *walk, const char *text) {
    while (*text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
        const size_t *number = length ? oc_stringmap_get(&walk->statics, text, length) : NULL;
        if (number)
            use(walk, walk->functions.items[*number - 1]);
        text += length ? length : 1;
    }
}

static enum CXChildVisitResult visit_used(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct walk *walk = data;
    CXCursor chosen;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
        if (clang_getCursorKind(clang_getCursorReferenced(cursor)) == CXCursor_FunctionDecl)
            use(walk, clang_getCursorReferenced(cursor));
        return CXChildVisit_Continue;
    case CXCursor_UnexposedExpr:
        if (!oc_ast_chosen(walk->ast, cursor, &chosen))
            return CXChildVisit_Recurse;
        if (visit_used(chosen, cursor, walk) == CXChildVisit_Recurse)
            clang_visitChildren(chosen, visit_used, walk);
        return CXChildVisit_Continue;
    case CXCursor_UnexposedAttr:
        use_names(walk, oc_ast_declaration(walk->ast, parent));
        return CXChildVisit_Continue;
    default:
        return CXChildVisit_Recurse;
    }
}

// At file scope: static functions wait until something uses them, and all else is used. A static
// function with an attribute (constructor, used) may be used by what C does not show.
static enum CXChildVisitResult visit_declaration(CXCursor cursor, CXCursor parent,
                                                 CXClientData data) {
    struct walk *walk = data;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_VarDecl) {
        clang_visitChildren(cursor, visit_used, walk);
        return CXChildVisit_Continue;
    }
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    if (!clang_isCursorDefinition(cursor)) {
        if (clang_Cursor_hasAttrs(cursor) && !oc_ast_in_system_header(cursor))
            use_names(walk, oc_ast_declaration(walk->ast, cursor));
        return CXChildVisit_Continue;
    }
    const char *text = clang_Cursor_hasAttrs(cursor) ? oc_ast_declaration(walk->ast, cursor) : "";
    bool is_kernel = oc_ast_is_marked(cursor, OC_ANNOTATION_KERNEL) &&
                     !oc_ast_is_marked(cursor, OC_ANNOTATION_IF_USED);
    if (clang_getCursorLinkage(cursor) != CXLinkage_Internal || is_kernel ||
        strstr(text, "(used)") || strstr(text, "constructor") || strstr(text, "destructor"))
        use(walk, cursor);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult add_static(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct walk *walk = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        clang_getCursorLinkage(cursor) != CXLinkage_Internal)
        return CXChildVisit_Continue;
    const char *name = oc_ast_name(walk->ast, cursor);
    oc_cursors_add(walk->ast, &walk->functions, cursor);
    *oc_stringmap_add(&walk->statics, name, strlen(name)) = walk->functions.count;
    return CXChildVisit_Continue;
}

void oc_live_keep(struct oc_ast *ast, struct oc_cursors *kernels) {
    size_t kept = 0;
    bool any = false;
    for (size_t i = 0; i < kernels->count; i++)
        any |= oc_ast_is_marked(kernels->items[i], OC_ANNOTATION_IF_USED);
    if (!any)
        return;
    struct walk walk = {
        .ast = ast, .seen = clang_createCXCursorSet(), .statics = {.arena = ast->arena}};
    CXCursor unit = clang_getTranslationUnitCursor(ast->unit);
    clang_visitChildren(unit, add_static, &walk);
    clang_visitChildren(unit, visit_declaration, &walk);
    for (size_t i = 0; i < walk.waiting.count; i++)
        clang_visitChildren(walk.waiting.items[i], visit_used, &walk);
    for (size_t i = 0; i < kernels->count; i++)
        if (!oc_ast_is_marked(kernels->items[i], OC_ANNOTATION_IF_USED) ||
            clang_CXCursorSet_contains(walk.seen, kernels->items[i]))
            kernels->items[kept++] = kernels->items[i];
    kernels->count = kept;
    clang_disposeCXCursorSet(walk.seen);
}
