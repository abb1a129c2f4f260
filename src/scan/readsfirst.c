#include "scan/readsfirst.h"

struct search {
    struct oc_ast *ast;
    CXCursor variable; // or parameter; canonical
    bool follows;      // into functions that are called
    CXCursorSet seen;  // these functions
    bool found, reads;
};

static enum CXChildVisitResult search_cursor(CXCursor cursor, CXCursor parent, CXClientData data);

static void search_tree(struct search *search, CXCursor cursor) {
    if (!search->found && search_cursor(cursor, cursor, search) == CXChildVisit_Recurse)
        clang_visitChildren(cursor, search_cursor, search);
}

static bool names_variable(const struct search *search, CXCursor name) {
    return clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(name)),
                              search->variable);
}

// The variable, its elements, or those of arrays in it: x[i], x[i][j], *x, x[i].member.
static bool names_element(struct search *search, CXCursor target) {
    struct oc_cursors parts = oc_ast_expressions(search->ast, target);
    switch (clang_getCursorKind(target)) {
    case CXCursor_DeclRefExpr:
        return names_variable(search, target);
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
        return parts.count && names_element(search, parts.items[0]);
    case CXCursor_UnaryOperator:
        return parts.count == 1 &&
               clang_getCursorUnaryOperatorKind(target) == CXUnaryOperator_Deref &&
               names_element(search, parts.items[0]);
    default:
        return false;
    }
}

// The right side and the indices are read before the left side is written.
static bool walk_assignment(struct search *search, CXCursor assignment) {
    struct oc_cursors sides = oc_ast_expressions(search->ast, assignment);
    if (clang_getCursorKind(assignment) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(assignment) != CXBinaryOperator_Assign ||
        sides.count != 2)
        return false;
    search_tree(search, sides.items[1]);
    CXCursor target = sides.items[0];
    bool is_element = names_element(search, target);
    for (struct oc_cursors parts; is_element && !search->found; target = parts.items[0]) {
        parts = oc_ast_expressions(search->ast, target);
        for (size_t i = 1; i < parts.count; i++)
            search_tree(search, parts.items[i]);
        if (!parts.count)
            break;
    }
    if (!is_element)
        search_tree(search, target);
    else
        search->found = true;
    return true;
}

static void search_function(struct search *search, CXCursor name) {
    CXCursor function = clang_getCursorReferenced(name);
    CXCursor definition = clang_getCursorKind(function) == CXCursor_FunctionDecl
                              ? clang_getCursorDefinition(function)
                              : clang_getNullCursor();
    if (!clang_Cursor_isNull(definition) && clang_CXCursorSet_insert(search->seen, definition))
        clang_visitChildren(definition, search_cursor, search);
}

static enum CXChildVisitResult search_cursor(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *search = data;
    if (search->found)
        return CXChildVisit_Break;
    if (walk_assignment(search, cursor))
        return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) == CXCursor_UnaryExpr) // sizeof
        return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    if (!names_variable(search, cursor)) {
        if (search->follows)
            search_function(search, cursor);
        return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
    }
    search->found = search->reads = true;
    return CXChildVisit_Break;
}

bool oc_reads_first(struct oc_ast *ast, CXCursor param) {
    struct search search = {.ast = ast, .variable = clang_getCanonicalCursor(param)};
    clang_visitChildren(clang_getCursorSemanticParent(param), search_cursor, &search);
    return search.reads;
}

enum oc_first_use oc_first_use_of(struct oc_ast *ast, CXCursor kernel, CXCursor variable) {
    struct search search = {.ast = ast,
                            .variable = clang_getCanonicalCursor(variable),
                            .follows = true,
                            .seen = clang_createCXCursorSet()};
    clang_CXCursorSet_insert(search.seen, kernel);
    clang_visitChildren(kernel, search_cursor, &search);
    clang_disposeCXCursorSet(search.seen);
    return search.reads ? OC_FIRST_READ : search.found ? OC_FIRST_WRITE : OC_FIRST_NONE;
}
