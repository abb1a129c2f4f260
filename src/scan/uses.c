#include "scan/uses.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

struct walk {
    struct oc_ast *ast;
    struct oc_uses uses;
    CXCursorSet seen;
    struct oc_cursors waiting; // functions and constants that are still to be looked at
};

static enum CXChildVisitResult visit_kernel_use(CXCursor cursor, CXCursor parent,
                                                CXClientData data);

// What offload.h's functions ask for. They are not looked into.
static const struct asking {
    const char *name;
    bool has_dimension, place, strides;
} asking[] = {
    {OC_USER_THREAD_ID, true, false, false},      {OC_USER_BLOCK_ID, true, true, false},
    {OC_USER_GLOBAL_ID, true, true, false},       {OC_USER_LANE_ID, false, false, false},
    {OC_NAME_THREAD_NUMBER, false, false, false}, {OC_USER_BLOCK_SIZE, true, false, false},
    {OC_USER_BLOCK_COUNT, true, false, true},     {OC_USER_GLOBAL_SIZE, true, false, true},
    {OC_NAME_STRETCH, false, false, true},
};

static const struct asking *find_asking(const char *name) {
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
        if (strcmp(asking[i].name, name) == 0)
            return &asking[i];
    return NULL;
}

static void note_query(struct walk *walk, const struct asking *what, CXCursor call) {
    int64_t dimension;
    bool known = clang_Cursor_getNumArguments(call) == 1 &&
                 oc_ast_evaluate(clang_Cursor_getArgument(call, 0), &dimension) && dimension >= 0 &&
                 dimension < 3;
    if (what->has_dimension)
        walk->uses.dimensions |= known ? 1u << dimension : 7u;
    if (what->place && known)
        walk->uses.places |= 1u << dimension;
    walk->uses.strides |= what->strides;
}

static void note_reference(struct walk *walk, CXCursor target) {
    enum CXCursorKind kind = clang_getCursorKind(target);
    const char *name = oc_ast_name(walk->ast, target);
    if (strcmp(name, OC_NAME_DYNAMIC_SHARED) == 0)
        walk->uses.dynamic_shared = true;
    if (strcmp(name, OC_NAME_GRID_BARRIER) == 0)
        walk->uses.grid_barrier = true;
    walk->uses.waits |=
        strcmp(name, OC_NAME_BARRIER) == 0 || oc_starts_with(name, OC_NAME_REDUCE) ||
        oc_starts_with(name, OC_NAME_GROUP) || oc_ast_is_marked(target, OC_ANNOTATION_SHARED);
    // Reductions are over all dimensions, whatever the kernel itself asks for.
    if (find_asking(name) || oc_starts_with(name, OC_NAME_REDUCE))
        return;
    CXCursor definition = clang_getCursorDefinition(target);
    // What a function of another file asks for is not known.
    bool may_be_device = oc_ast_is_marked(target, OC_ANNOTATION_DEVICE) ||
                         (walk->ast->offers_all && kind == CXCursor_FunctionDecl &&
                          !oc_ast_in_system_header(target) && !oc_starts_with(name, "__builtin_"));
    if (clang_Cursor_isNull(definition) && may_be_device) {
        walk->uses.dimensions |= 7u;
        walk->uses.strides = true;
    }
    bool is_constant = kind == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(target);
    if ((kind == CXCursor_FunctionDecl || is_constant) && !clang_Cursor_isNull(definition) &&
        clang_CXCursorSet_insert(walk->seen, definition))
        oc_cursors_add(walk->ast, &walk->waiting, definition);
}

// ---- Branches that are never taken -------------------------------------------------------------

// Code outside may jump to a label in a branch.
static enum CXChildVisitResult find_label(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    bool *has_labels = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    *has_labels =
        kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
    return *has_labels ? CXChildVisit_Break : CXChildVisit_Recurse;
}

// Looks at the branch of an `if` that is taken. Returns false if its condition is not constant, as
// the argument of a macro may be.
static bool visit_taken(struct walk *walk, CXCursor statement) {
    enum { CONDITION, THEN, ELSE, PARTS };
    struct oc_cursors parts = oc_ast_children(walk->ast, statement);
    bool has_labels = false;
    clang_visitChildren(statement, find_label, &has_labels);
    int truth = parts.count > 1 && parts.count <= PARTS && !has_labels
                    ? oc_ast_truth(parts.items[CONDITION])
                    : -1;
    size_t taken = truth ? THEN : ELSE;
    if (truth < 0)
        return false;
    if (taken < parts.count &&
        visit_kernel_use(parts.items[taken], statement, walk) == CXChildVisit_Recurse)
        clang_visitChildren(parts.items[taken], visit_kernel_use, walk);
    return true;
}

static enum CXChildVisitResult visit_kernel_use(CXCursor cursor, CXCursor parent,
                                                CXClientData data) {
    (void)parent;
    struct walk *walk = data;
    const struct asking *what;
    CXCursor chosen;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
        note_reference(walk, clang_getCursorReferenced(cursor));
        return CXChildVisit_Continue;
    case CXCursor_CallExpr:
        what = find_asking(oc_ast_name(walk->ast, cursor));
        if (what)
            note_query(walk, what, cursor);
        return CXChildVisit_Recurse;
    case CXCursor_UnexposedExpr:
        if (!oc_ast_chosen(walk->ast, cursor, &chosen))
            return CXChildVisit_Recurse;
        if (visit_kernel_use(chosen, cursor, walk) == CXChildVisit_Recurse)
            clang_visitChildren(chosen, visit_kernel_use, walk);
        return CXChildVisit_Continue;
    case CXCursor_IfStmt:
        return visit_taken(walk, cursor) ? CXChildVisit_Continue : CXChildVisit_Recurse;
    case CXCursor_UnaryExpr: // sizeof, _Alignof
        return CXChildVisit_Continue;
    default:
        return CXChildVisit_Recurse;
    }
}

struct oc_uses oc_uses_of(struct oc_ast *ast, CXCursor function) {
    struct walk walk = {.ast = ast, .seen = clang_createCXCursorSet()};
    note_reference(&walk, function);
    for (size_t i = 0; i < walk.waiting.count; i++)
        clang_visitChildren(walk.waiting.items[i], visit_kernel_use, &walk);
    clang_disposeCXCursorSet(walk.seen);
    return walk.uses;
}
